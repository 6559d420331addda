/** The picture of the growth plots: charts side by side, with one legend. */
import { escapeHtml } from '../shared.js';
import { chart, HEIGHT, marksOf, WIDTH } from './plot.js';
import type { Plot, Series } from './reports.js';

const COLUMNS = 2;
/** Space for the title and the legend, and at the bottom for the source of the figures. */
const TOP = 52;
const BOTTOM = 26;
/** Space for the heading of a chart. */
const TITLE = 40;

/** A standalone image of one or more plots that adapts to dark mode. */
export function plotsPicture(plots: readonly Plot[], about: string): string {
  const rows = Math.ceil(plots.length / COLUMNS);
  const height = TOP + rows * (TITLE + HEIGHT) + BOTTOM;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COLUMNS * WIDTH} ${height}" role="img" aria-label="How costs grow">
<style>${STYLE}</style>
<text class="title" x="8" y="20">How costs grow: lower is better, and a flat line does not grow (both axes are logarithmic)</text>
${legend(plots[0]!.series)}
${plots.map(placed).join('\n')}
<text class="note" x="8" y="${height - 8}">${escapeHtml(about)}</text>
</svg>
`;
}

function placed(shown: Plot, i: number): string {
  const x = (i % COLUMNS) * WIDTH;
  const y = TOP + Math.floor(i / COLUMNS) * (TITLE + HEIGHT);
  return `<g transform="translate(${x} ${y})"><text class="heading" x="4" y="16">${escapeHtml(shown.title)}</text>
<text class="note" x="4" y="32">${escapeHtml(shown.note)}</text>
<g transform="translate(0 ${TITLE})">
${chart(shown)}
</g></g>`;
}

function legend(series: readonly Series[]): string {
  const marks = marksOf(series);
  const width = (COLUMNS * WIDTH) / series.length;
  return series
    .map(({ name }, i) => {
      const x = 8 + Math.round(i * width);
      return `<g ${marks[i]}><rect x="${x}" y="32" width="10" height="10"/></g><text x="${x + 14}" y="41">${escapeHtml(name)}</text>`;
    })
    .join('\n');
}

const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #24272d; } .title { font-size: 15px; font-weight: 600; } .heading { font-weight: 600; font-size: 13px; }
.note, .axis { fill: #5b616c; font-size: 11px; } .grid { stroke: #d9dce1; }
g { --c: #a1761b; } .s-maglev { --c: #0a7f5a; } .s-express { --c: #c2571a; } .s-fastify { --c: #2563c9; } .s-koa { --c: #8b3fb5; } .s-raw { --c: #5b616c; }
rect, circle { fill: var(--c); } polyline { fill: none; stroke: var(--c); stroke-width: 2; } polygon { fill: var(--c); opacity: .18; }
@media (prefers-color-scheme: dark) {
  text { fill: #e8eaee; } .note, .axis { fill: #a9afba; } .grid { stroke: #3a3f48; }
  .s-maglev { --c: #3fc193; } .s-express { --c: #ee8d52; } .s-fastify { --c: #6fa3f5; } .s-koa { --c: #c78bea; } .s-raw { --c: #a9afba; } }
`;
