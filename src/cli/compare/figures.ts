/** The measured figures, with the names and units that text and page show. */
import { factor, ratio, type Summary, sentence, verdict } from '../measure/statistics.js';
import { plain, short } from '../page/text.js';
import type { Measured, Speed } from './measure.js';

export interface Row {
  readonly name: string;
  readonly express: Summary;
  readonly maglev: Summary;
  readonly isCost: boolean;
  show(value: number): string;
}

/** Memory belongs to a process, so that only all requests together have a figure for it. */
export function rowsOf({ express, maglev, status }: Measured): Row[] {
  const row = (name: string, key: keyof typeof express, isCost: boolean, show: Row['show']): Row => {
    return { name, express: express[key], maglev: maglev[key], isCost, show };
  };
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  return [
    row('CPU time, µs a request', 'cpu', true, plain),
    row('requests per second', 'throughput', false, (value) => Math.round(value).toLocaleString('en')),
    row('latency p50, ms', 'p50', true, plain),
    row('latency p99, ms', 'p99', true, plain),
    ...(status === null
      ? [
          row('resident memory, MB', 'rss', true, megabytes),
          row('heap after GC, MB', 'heapUsed', true, (bytes) => (bytes / 2 ** 20).toFixed(1)),
        ]
      : []),
  ];
}

/** The request with the status that was measured. */
export function namedBy({ name, status }: Measured): string {
  return status === null ? name : `${name} (${status})`;
}

/** Median and spread. */
export function spread({ median, low, high }: Summary, show: (value: number) => string): string {
  return `${show(median)} (${show(low)}-${show(high)})`;
}

/** How maglev changes a figure: `3.10 times less`, or that there is no clear difference. */
export function change({ express, maglev }: Row): string {
  if (verdict(maglev, express) === 'tie') return 'tied';
  const { median } = ratio(maglev, express);
  return median > 1 ? `${factor(median)} times less` : `${factor(1 / median)} times more`;
}

/** Whether the change is an improvement; undefined if there is none. */
export function isBetter({ express, maglev, isCost }: Row): boolean | undefined {
  const said = verdict(maglev, express);
  return said === 'tie' ? undefined : (said === 'cheaper') === isCost;
}

/** What the swap would gain, as one sentence. */
export function gain({ overall: { express, maglev } }: Speed): string {
  const said = verdict(maglev.cpu, express.cpu);
  if (said === 'tie')
    return `${sentence('maglev', maglev.cpu, 'Express', express.cpu)} By CPU time the swap gains nothing here.`;
  // By the ratio of pairs, as the other figures: the ratio of the medians of noisy rounds may differ.
  const times = ratio(maglev.cpu, express.cpu).median;
  const theirs = express.cpu.median;
  const ours = theirs / times;
  const share = Math.abs(1 - 1 / times);
  return said === 'cheaper'
    ? `The swap saves ${(100 * share).toFixed(0)} % of the CPU time: ${short(theirs - ours)} of ${short(theirs)} µs a request. A core that serves ${short(1e6 / theirs)} requests a second on Express could serve ${short(1e6 / ours)}.`
    : `The swap costs ${(100 * share).toFixed(0)} % more CPU time: ${short(ours - theirs)} µs a request.`;
}

export interface GroupTime {
  readonly name: string;
  /** Microseconds per request. */
  readonly express: number;
  readonly maglev: number;
}

/** In the order in which a request passes through them. */
const ORDER = [
  'node core',
  'native code',
  'router',
  'request',
  'parsers',
  'response',
  'your handlers',
  'other packages',
];

/** CPU time per request by group: the shares of the profile, of what requests cost without a profiler. */
export function groupTimes({ overall, shares }: Speed): GroupTime[] {
  const timeIn = (side: 'express' | 'maglev', name: string) =>
    (shares[side].groups.find((group) => group.name === name)?.share ?? 0) * overall[side].cpu.median;
  const found = [...shares.express.groups, ...shares.maglev.groups].map(({ name }) => name);
  const names = [...new Set([...ORDER, ...found])].filter((name) => found.includes(name));
  return names.map((name) => ({ name, express: timeIn('express', name), maglev: timeIn('maglev', name) }));
}
