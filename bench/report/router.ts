/** The cost of routing without HTTP, as tables. */
import type { Environment } from '../environment.js';
import type { Spread } from './reports.js';

export interface RouterReport extends Environment {
  readonly kind: 'router';
  readonly node: string;
  readonly rounds: number;
  readonly sections: readonly RouterSection[];
}

/** One lookup, measured for each router with several sizes. */
export interface RouterSection {
  readonly name: string;
  /** Numbers of routes. */
  readonly sizes: readonly number[];
  /** Nanoseconds, one for each size. */
  readonly rows: readonly { readonly name: string; readonly timings: readonly Spread[] }[];
}

export function routerTable({ sizes, rows }: RouterSection): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['router', ...sizes.map((size) => `${size.toLocaleString('en')} routes`)]),
    `|---|${'---:|'.repeat(sizes.length)}`,
    ...rows.map(({ name, timings }) => line([name, ...timings.map(timingText)])),
  ].join('\n');
}

function timingText({ median, low, high }: Spread): string {
  return `${nanoseconds(median)} (${nanoseconds(low)}-${nanoseconds(high)})`;
}

function nanoseconds(value: number): string {
  return value >= 10_000 ? `${(value / 1000).toFixed(0)}k` : value.toFixed(0);
}
