/** The findings of a page of `clinic doctor` as text. */
import { percentile } from '../bench/shared.js';

/** The data of such a page. */
export interface Findings {
  readonly traceEvent: readonly Trace[];
  readonly processStat: readonly Sample[];
  readonly analysis: Analysis;
}

/** A garbage collection, or another event of the engine. */
interface Trace {
  readonly name: string;
  readonly args: { readonly startTimestamp: number; readonly endTimestamp: number };
}

interface Sample {
  readonly timestamp: number;
  /** Event loop delay in milliseconds. */
  readonly delay: number;
  /** Cores in use. */
  readonly cpu: number;
  readonly memory: { readonly rss: number; readonly heapUsed: number };
  readonly handles: number;
  /** Percent of the time in which the event loop was busy. */
  readonly loopUtilization: number;
}

interface Analysis {
  /** When the server was under load, as detected by clinic. */
  readonly interval: readonly [from: number, to: number];
  readonly issues: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly issueCategory: string;
}

/** The names that clinic uses on its pages. */
const CATEGORIES: Readonly<Record<string, string>> = {
  none: 'no issue',
  io: 'a potential I/O issue',
  gc: 'a potential garbage collection issue',
  'event-loop': 'a potential event loop issue',
  unknown: 'an issue of an unknown kind',
  data: 'too little data',
};

const MEASURES: readonly (readonly [name: string, of: (sample: Sample) => number])[] = [
  ['CPU, percent of a core', ({ cpu }) => cpu * 100],
  ['event loop, percent busy', ({ loopUtilization }) => loopUtilization],
  ['event loop, ms late', ({ delay }) => delay],
  ['heap in use, MB', ({ memory }) => memory.heapUsed / 2 ** 20],
  ['resident memory, MB', ({ memory }) => memory.rss / 2 ** 20],
  ['active handles', ({ handles }) => handles],
];

export function findingsIn(html: string): Findings {
  const [, data] = /<script type="application\/json" id="clinic-data">(.*?)<\/script>/s.exec(html) ?? [];
  if (data === undefined) throw new Error('The page of clinic doctor has no data.');
  return JSON.parse(data);
}

export function describeFindings({ processStat, traceEvent, analysis }: Findings): string {
  const [from, to] = analysis.interval;
  const samples = processStat.filter(({ timestamp }) => timestamp >= from && timestamp <= to);
  const collections = traceEvent.filter(
    ({ name, args }) => /GC/.test(name) && args.startTimestamp >= from && args.endTimestamp <= to,
  );
  return [
    `clinic doctor finds ${CATEGORIES[analysis.issueCategory] ?? analysis.issueCategory}${suspects(analysis)}`,
    '',
    `Under load, ${((to - from) / 1000).toFixed(1)} seconds: median, p99, maximum`,
    ...(samples.length === 0 ? [] : MEASURES.map(([name, of]) => lineOf(name, samples.map(of)))),
    '',
    'Garbage collections: count, total ms, longest ms',
    ...byName(collections),
  ].join('\n');
}

/** The measures that led to the finding. */
function suspects({ issues }: Analysis): string {
  const flat = Object.entries(issues).flatMap(([name, issue]) =>
    typeof issue === 'string'
      ? [[name, issue]]
      : Object.entries(issue).map(([part, kind]) => [`${name} (${part})`, kind]),
  );
  const names = flat.filter(([, kind]) => kind !== 'none').map(([name]) => name);
  return names.length === 0 ? '' : `, by: ${names.join(', ')}`;
}

function lineOf(name: string, values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  return rowOf(name, [percentile(sorted, 0.5), percentile(sorted, 0.99), sorted.at(-1)!]);
}

function byName(traces: readonly Trace[]): string[] {
  const names = [...new Set(traces.map(({ name }) => name))];
  return names.map((name) => {
    const each = traces
      .filter((one) => one.name === name)
      .map(({ args }) => args.endTimestamp - args.startTimestamp);
    const all = each.reduce((sum, one) => sum + one, 0);
    return rowOf(name, [each.length, all, Math.max(...each)]);
  });
}

function rowOf(name: string, figures: readonly number[]): string {
  const cells = figures.map((figure) => (Number.isInteger(figure) ? String(figure) : figure.toFixed(1)));
  return `${name.padEnd(26)}${cells.map((cell) => cell.padStart(9)).join('')}`;
}
