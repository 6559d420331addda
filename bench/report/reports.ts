/** The results of the benchmarks as JSON, from which tables, pages and pictures are generated. */
import type { Environment } from '../environment.js';
import type { Measured } from '../http/measure.js';
import type { Settings } from '../http/settings.js';
import type { Summary } from '../shared.js';

interface About extends Omit<Environment, 'load' | 'command'> {
  readonly load?: Environment['load'];
  readonly command?: string;
  readonly settings: Pick<Settings, 'processes' | 'rounds' | 'slot' | 'connections' | 'pipelining'>;
  readonly server?: string;
}

export interface HttpReport extends About {
  readonly kind: 'http';
  /** The subject that the others are compared with. */
  readonly base: string;
  readonly runs: readonly Run[];
}

/** The results on one version of Node. */
export interface Run {
  readonly node: string;
  readonly results: readonly Result[];
}

export interface GrowthReport extends About {
  readonly kind: 'growth';
  readonly node: string;
  readonly plots: readonly Plot[];
}

export type Report = HttpReport | GrowthReport;

/** A scenario with the costs of each subject. */
export type Result = Omit<Measured, 'subjects'> & { readonly subjects: readonly Cell[] };
export type Cell = Omit<Measured['subjects'][number], 'startup'>;

export interface Plot {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** Labels of the axes. */
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
}

export interface Series {
  readonly id: string;
  readonly name: string;
  readonly points: readonly Point[];
}

export interface Point extends Spread {
  readonly x: number;
}

export type Spread = Pick<Summary, 'median' | 'low' | 'high'>;
