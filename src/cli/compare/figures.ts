/** The measured figures, with the names and units that the text and the page show. */
import {
  factor,
  intervalText,
  inverse,
  isNoisy,
  type Summary,
  steadyRatio,
  verdictOf,
} from '../measure/statistics.js';
import { plain } from '../page/text.js';
import type { Measured, Speed } from './measure.js';

export interface Row {
  readonly name: string;
  readonly express: Summary;
  readonly maglev: Summary;
  readonly isCost: boolean;
  /** Whether it was measured after the warm-up, and is reliable. */
  readonly isSettled: boolean;
  show(value: number): string;
}

/** Figures that other programs change, which wait for a core as well. */
const AFFECTED = ['throughput', 'p50', 'p99'];

/** Memory belongs to a process, so there is a figure only for all requests together. */
export function rowsOf(
  { express, maglev, status }: Measured,
  { unsettled, unreliable }: Pick<Speed, 'unsettled' | 'unreliable'>,
): Row[] {
  const row = (name: string, key: keyof typeof express, isCost: boolean, show: Row['show']): Row => {
    const isReliable = unreliable === null || !AFFECTED.includes(key);
    const isSettled = unsettled === null && isReliable;
    return { name, express: express[key], maglev: maglev[key], isCost, isSettled, show };
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
export function spread(figure: Summary, show: (value: number) => string): string {
  return intervalText(figure, show);
}

/** Fewer pairs of rounds allow no verdict: their spread is mostly chance. */
const FEWEST = 5;

/** How many times higher a figure is on Express; undefined if the run was too short or not warmed up. */
export function timesOf({ express, maglev, isSettled }: Row): Summary | undefined {
  return isSettled && maglev.values.length >= FEWEST ? steadyRatio(maglev, express) : undefined;
}

/** How maglev changes a figure: `3.10 times less`, `2.50 to 3.70 times less` if it is not certain, or that nothing is clear. */
export function change(row: Row): string {
  const times = timesOf(row);
  if (times === undefined) return UNCLEAR;
  const verdict = verdictOf(times);
  if (verdict === 'tie') return isNoisy(times) ? UNCLEAR : 'tied';
  const word = verdict === 'cheaper' ? 'less' : 'more';
  const { median, low, high } = verdict === 'cheaper' ? times : inverse(times);
  return `${isNoisy(times) ? `${factor(low)} to ${factor(high)}` : factor(median)} times ${word}`;
}

const UNCLEAR = 'unclear';

/** Whether the change is an improvement; undefined if there is no clear change. */
export function isBetter(row: Row): boolean | undefined {
  const times = timesOf(row);
  const verdict = times === undefined ? 'tie' : verdictOf(times);
  return verdict === 'tie' ? undefined : (verdict === 'cheaper') === row.isCost;
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

/** CPU time per request by group: the shares of the profile, applied to the cost without a profiler. */
export function groupTimes({ overall, shares }: Speed): GroupTime[] {
  const timeIn = (side: 'express' | 'maglev', name: string) =>
    (shares[side].groups.find((group) => group.name === name)?.share ?? 0) * overall[side].cpu.median;
  const found = [...shares.express.groups, ...shares.maglev.groups].map(({ name }) => name);
  const names = [...new Set([...ORDER, ...found])].filter((name) => found.includes(name));
  return names.map((name) => ({ name, express: timeIn('express', name), maglev: timeIn('maglev', name) }));
}
