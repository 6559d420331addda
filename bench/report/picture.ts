/** The picture for the README: one group of bars per scenario, for those that most people compare. */
import { escapeHtml } from '../shared.js';
import { share } from './markdown.js';
import type { Cell, HttpReport, Spread } from './reports.js';

const SHOWN = ['maglev', 'express', 'fastify', 'raw-express'];
const WIDTH = 760;
const LEFT = 190;
const RIGHT = 52;
const BAR = 9;
const GAP = 14;
const TOP = 64;

interface Bar extends Pick<Cell, 'id' | 'name'> {
  readonly share: Spread;
}

interface Group {
  readonly name: string;
  readonly rows: readonly Bar[];
}

/** An image of its own, that knows by itself whether the page around it is dark. */
export function picture(report: HttpReport): string {
  const groups: Group[] = report.results.map(({ name, subjects }) => {
    const base = subjects.find(({ id }) => id === report.base)!;
    const rows = SHOWN.flatMap((id) => subjects.filter((subject) => subject.id === id));
    return { name, rows: rows.map((row) => ({ ...row, share: share(row, base) })) };
  });
  const full = Math.max(100, ...groups.flatMap(({ rows }) => rows.map((row) => row.share.high)));
  const x = (value: number) => LEFT + ((WIDTH - LEFT - RIGHT) * value) / full;
  const heights = groups.map(({ rows }) => rows.length * BAR + GAP);
  const tops = heights.map((_, index) => TOP + sum(heights.slice(0, index)));
  const bottom = TOP + sum(heights);
  const about = `Node ${report.node}, ${report.date}, ${report.processor}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 24}" role="img" aria-label="CPU time per request as a share of node:http">
<style>${STYLE}</style>
<text class="title" x="8" y="22">Share of bare node:http by CPU time per request: longer is better</text>
${legend(groups[0]!.rows)}
${groups.map((group, index) => groupOf(group, tops[index]!, x)).join('\n')}
<line class="base" x1="${n(x(100))}" x2="${n(x(100))}" y1="${TOP - 6}" y2="${bottom - GAP + 4}"/>
<text class="note" x="${n(x(100))}" y="${TOP - 10}" text-anchor="middle">100 %</text>
<text class="note" x="8" y="${bottom + 14}">${escapeHtml(about)}; thin lines are the spread</text>
</svg>
`;
}

function legend(rows: readonly Bar[]): string {
  return rows
    .map(
      ({ id, name }, index) =>
        `<rect class="s-${id}" x="${8 + index * 172}" y="32" width="10" height="10"/><text x="${24 + index * 172}" y="41">${escapeHtml(name)}</text>`,
    )
    .join('\n');
}

function groupOf({ name, rows }: Group, top: number, x: (value: number) => number): string {
  const middle = top + (rows.length * BAR) / 2 + 4;
  const bars = rows.map(({ id, name: subject, share: { median, low, high } }, index) => {
    const y = top + index * BAR;
    const line = y + (BAR - 2) / 2;
    return `<g class="s-${id}"><title>${escapeHtml(`${name}, ${subject}: ${shown(median)} (${shown(low)}-${shown(high)})`)}</title><rect x="${LEFT}" y="${y}" width="${n(x(median) - LEFT)}" height="${BAR - 2}"/><line class="spread" x1="${n(x(low))}" x2="${n(x(high))}" y1="${line}" y2="${line}"/><text class="value" x="${n(x(high) + 4)}" y="${y + BAR - 2}">${shown(median)}</text></g>`;
  });
  return `<text x="${LEFT - 8}" y="${middle}" text-anchor="end">${escapeHtml(name)}</text>\n${bars.join('\n')}`;
}

const shown = (value: number) => `${value.toFixed(0)} %`;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function n(value: number): number {
  return Number(value.toFixed(1));
}

const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #24272d; } .title { font-size: 15px; font-weight: 600; }
.note { fill: #5b616c; font-size: 11px; } .value { fill: #5b616c; font-size: 9px; }
.s-maglev { fill: #0a7f5a; } .s-express { fill: #c2571a; } .s-fastify { fill: #2563c9; } .s-raw-express { fill: #8a909b; }
.spread { stroke: #24272d; stroke-opacity: .6; } .base { stroke: #5b616c; stroke-dasharray: 3 3; }
@media (prefers-color-scheme: dark) {
  text { fill: #e8eaee; } .note, .value { fill: #a9afba; } .spread { stroke: #e8eaee; } .base { stroke: #a9afba; }
  .s-maglev { fill: #3fc193; } .s-express { fill: #ee8d52; } .s-fastify { fill: #6fa3f5; } .s-raw-express { fill: #7d838e; } }
`;
