/** Bars for each subject: CPU time, throughput and latency as shares of the base, all with the scale of the page. */
import { escapeHtml, isNoisy, plain } from '../shared.js';
import type { Cell, Result, Run, Spread } from './reports.js';

/** The metrics that are shown side by side; longer bars are better for each. */
const METRICS: readonly {
  readonly name: string;
  share(cell: Cell, base: Cell): Spread;
  figure(cell: Cell): string;
}[] = [
  {
    name: 'CPU time',
    share: ({ share }) => share,
    figure: ({ cpu }) => `${plain(cpu.median)} µs per request`,
  },
  {
    name: 'throughput',
    share: ({ throughput }, base) => scaled(throughput, (value) => value / base.throughput.median),
    figure: ({ throughput }) => `${plain(throughput.median)} requests per second`,
  },
  {
    name: 'latency, p50',
    share: ({ p50 }, base) => scaled(p50, (value) => base.p50.median / value),
    figure: ({ p50 }) => `${plain(p50.median)} ms`,
  },
];

/** Maps shares to horizontal positions. */
export interface Scale {
  at(share: number): string;
}

/** One scale for all bars of a page, based on the medians; wide intervals are clipped. */
export function scaleOf(runs: readonly Run[]): Scale {
  const medians = runs.flatMap(({ results }) =>
    results.flatMap(({ subjects }) =>
      subjects.flatMap((cell) => METRICS.map(({ share }) => share(cell, subjects[0]!).median)),
    ),
  );
  const full = 1.05 * Math.max(1, ...medians);
  return { at: (share) => `${Math.min(100, (100 * share) / full).toFixed(1)}%` };
}

/** The first subject is the base. */
export function bars({ name, subjects }: Result, scale: Scale): string {
  const heads = METRICS.map((metric) => `<span class="metric">${escapeHtml(metric.name)}</span>`);
  return `<figure class="bars"><figcaption><h3>${escapeHtml(name)}</h3></figcaption>
<ol><li class="head"><span></span>${heads.join('')}</li>
${subjects.map((subject) => barsOf(subject, subjects[0]!, scale)).join('\n')}</ol></figure>`;
}

function barsOf(cell: Cell, base: Cell, scale: Scale): string {
  const tracks = METRICS.map(({ name, share, figure }) => {
    const spread = share(cell, base);
    const title = `${cell.name}, ${name}: ${figure(cell)}, ${percent(spread.low)} to ${percent(spread.high)} of node:http`;
    return `<span class="measure" title="${escapeHtml(title)}"><span class="metric">${escapeHtml(name)}</span>${track(spread, scale)}<span class="value">${isNoisy(spread) ? `${percent(spread.low)}-${percent(spread.high)}` : percent(spread.median)}</span></span>`;
  });
  return `<li class="s-${cell.id}"><span class="name">${escapeHtml(cell.name)}</span>${tracks.join('')}</li>`;
}

function track({ median, low, high }: Spread, { at }: Scale): string {
  const [from, to] = [at(low), at(high)].map((text) => Number.parseFloat(text));
  return `<span class="track"><span class="bar" style="width:${at(median)}"></span><span class="whisker" style="left:${from}%;width:${(to! - from!).toFixed(1)}%"></span><span class="whole" style="left:${at(1)}"></span></span>`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

/** Applies a function to a spread; a decreasing function swaps the ends. */
function scaled({ median, low, high }: Spread, by: (value: number) => number): Spread {
  const ends = [by(low), by(high)];
  return { median: by(median), low: Math.min(...ends), high: Math.max(...ends) };
}
