/** The data of a page about an application, embedded as JSON. */
import type { IndexView, ListView } from '../../../compiler/view.js';
import type { Finding } from '../check/finding.js';
import type { Matcher } from '../inspect/inspection.js';
import type { Row } from '../inspect/rows.js';

export interface PageData {
  readonly rows: readonly PageRow[];
  readonly findings: readonly PageFinding[];
  readonly indexes: readonly IndexView[];
  readonly lists: readonly ListView[];
  readonly tables: readonly PageTable[];
}

/** A row of the table, with its texts. */
export interface PageRow extends Omit<Row, 'source'> {
  readonly source: string;
  readonly before: string;
}

export type PageFinding = Pick<Finding, 'key' | 'level' | 'rule' | 'message' | 'rewrite'>;

export interface PageTable {
  readonly mountEnds: string;
  readonly layers: readonly PageLayer[];
}

export interface PageLayer {
  readonly methods: readonly string[] | '*' | null;
  readonly matcher: Matcher;
  readonly mount: number | null;
  readonly regexpOnly: boolean;
  /** The number of parameters of its last function. */
  readonly arity: number;
}
