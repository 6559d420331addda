/**
 * The pictures for README and docs: one group of bars per scenario, for the subjects that most people compare, with two
 * versions of Node side by side.
 */
import { escapeHtml, isNoisy } from '../shared.js';
import { SHOWN } from './markdown.js';
import type { Cell, Result, Run, Spread } from './reports.js';
import { shownRuns } from './runs.js';
import { shareText } from './verdict.js';

const WIDTH = 760;
const LEFT = 190;
/** Space for the figures at the end of a panel, clear of the bars and the line at 100 %. */
const RIGHT = 72;
/** The gap between the figures of a panel and the next panel. */
const GUTTER = 8;
const BAR = 11;
const GAP = 14;
const TOP = 78;
/** The approximate width of a letter of the legend, and of the gap between two names. */
const LETTER = 6.2;
const BETWEEN = 34;

interface Group {
  readonly id: string;
  readonly name: string;
  readonly top: number;
  readonly height: number;
}

/** The bars of one version of Node. */
interface Panel {
  readonly run: PicturedRun;
  readonly left: number;
  readonly right: number;
  x(share: number): number;
}

/** The part of a report that a picture shows. */
export interface Pictured {
  readonly date: string;
  readonly processor: string;
  readonly runs: readonly PicturedRun[];
}

type PicturedCell = Pick<Cell, 'id' | 'name'> & { readonly share: Spread };
type PicturedRun = Pick<Run, 'node'> & {
  readonly results: readonly (Pick<Result, 'id' | 'name'> & { readonly subjects: readonly PicturedCell[] })[];
};

/** A standalone image that adapts to dark mode. */
export function picture(report: Pictured): string {
  const runs = shownRuns(report);
  const [first] = runs;
  const groups = groupsOf(first!);
  const bottom = groups.at(-1)!.top + groups.at(-1)!.height;
  const about = `${report.date}, ${report.processor}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 46}" role="img" aria-label="CPU time per request as a share of node:http">
<style>${STYLE}</style>
<text class="title" x="8" y="22">Share of bare node:http by CPU time per request: longer is better</text>
${legend(shownOf(first!.results[0]!.subjects))}
${groups.map(({ name, top, height }) => `<text x="${LEFT - 8}" y="${top + height / 2 + 4}" text-anchor="end">${escapeHtml(name)}</text>`).join('\n')}
${panelsOf(runs)
  .map((panel) => panelOf(panel, groups, bottom))
  .join('\n')}
<text class="note" x="8" y="${bottom + 22}">${escapeHtml(about)}</text>
<text class="note" x="8" y="${bottom + 37}">Thin lines are 90 % confidence intervals of the medians.</text>
</svg>
`;
}

function groupsOf({ results }: PicturedRun): Group[] {
  let top = TOP;
  return results.map(({ id, name, subjects }) => {
    const group = { id, name, top, height: shownOf(subjects).length * BAR };
    top += group.height + GAP;
    return group;
  });
}

function panelsOf(runs: readonly PicturedRun[]): Panel[] {
  const width = (WIDTH - LEFT) / runs.length;
  const cells = runs.flatMap(({ results }) => results.flatMap(({ subjects }) => shownOf(subjects)));
  const full = Math.max(1, ...cells.map(({ share }) => share.high));
  return runs.map((run, i) => {
    const left = LEFT + i * width;
    return { run, left, right: left + width - GUTTER, x: (share) => left + ((width - RIGHT) * share) / full };
  });
}

function panelOf({ run, left, right, x }: Panel, groups: readonly Group[], bottom: number): string {
  const base = n(x(1));
  return `<text class="node" x="${n(left)}" y="${TOP - 12}">Node ${escapeHtml(run.node)}</text>
<line class="base" x1="${base}" x2="${base}" y1="${TOP - 6}" y2="${bottom + 4}"/>
<text class="note" x="${base}" y="${TOP - 12}" text-anchor="middle">node:http = 100 %</text>
${groups
  .map(({ id, top }) => {
    const result = run.results.find((one) => one.id === id);
    return shownOf(result?.subjects ?? [])
      .map((cell, i) => barOf(result!.name, cell, { left, right, x }, top + i * BAR))
      .join('\n');
  })
  .join('\n')}`;
}

function barOf(
  scenario: string,
  { id, name, share }: PicturedCell,
  { left, right, x }: Omit<Panel, 'run'>,
  y: number,
): string {
  const line = y + (BAR - 2) / 2;
  const title = `${scenario}, ${name}: ${shareText(share)} %`;
  const percent = (value: number) => (value * 100).toFixed(0);
  const shown = isNoisy(share)
    ? `${percent(share.low)}-${percent(share.high)} %`
    : `${percent(share.median)} %`;
  return `<g class="s-${id}"><title>${escapeHtml(title)}</title><rect x="${n(left)}" y="${y}" width="${n(x(share.median) - left)}" height="${BAR - 2}"/><line class="spread" x1="${n(x(share.low))}" x2="${n(x(share.high))}" y1="${line}" y2="${line}"/><text class="value" x="${n(right)}" y="${y + BAR - 2.5}" text-anchor="end">${shown}</text></g>`;
}

function legend(cells: readonly PicturedCell[]): string {
  let next = 8;
  return cells
    .map(({ id, name }) => {
      const x = n(next);
      next += name.length * LETTER + BETWEEN;
      return `<rect class="s-${id}" x="${x}" y="32" width="10" height="10"/><text class="key" x="${n(x + 14)}" y="41">${escapeHtml(name)}</text>`;
    })
    .join('\n');
}

function shownOf(cells: readonly PicturedCell[]): PicturedCell[] {
  return SHOWN.flatMap((id) => cells.filter((cell) => cell.id === id));
}

function n(value: number): number {
  return Number(value.toFixed(1));
}

const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #24272d; } .title { font-size: 15px; font-weight: 600; } .node { font-weight: 600; }
.note { fill: #5b616c; font-size: 11px; } .value { fill: #5b616c; font-size: 9.5px; } .key { font-size: 11px; }
.s-maglev { fill: #0a7f5a; } .s-express { fill: #c2571a; } .s-fastify { fill: #2563c9; } .s-fastify-etag { fill: #93b4ea; } .s-raw-express { fill: #8a909b; } .s-raw-composed { fill: #b9bec7; }
.spread { stroke: #24272d; stroke-opacity: .6; } .base { stroke: #5b616c; stroke-dasharray: 3 3; }
@media (prefers-color-scheme: dark) {
  text { fill: #e8eaee; } .note, .value { fill: #a9afba; } .spread { stroke: #e8eaee; } .base { stroke: #a9afba; }
  .s-maglev { fill: #3fc193; } .s-express { fill: #ee8d52; } .s-fastify { fill: #6fa3f5; } .s-fastify-etag { fill: #3f5f96; } .s-raw-express { fill: #7d838e; } .s-raw-composed { fill: #565c66; } }
`;
