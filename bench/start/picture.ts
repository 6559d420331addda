/** The picture for the README: bars of CPU time, a panel for each of two versions of Node. */
import { shownRuns } from '../report/runs.js';
import { escapeHtml, type Summary } from '../shared.js';
import type { StartFigures, StartRun } from './measure.js';
import type { StartReport } from './report.js';

const WIDTH = 760;
const LEFT = 150;
/** Space for the figure after a bar. */
const RIGHT = 44;
const BAR = 10;
const GAP = 16;
const TOP = 78;
const LETTER = 5.8;
const BETWEEN = 34;

const GROUPS: readonly { name: string; of(figures: StartFigures): Summary }[] = [
  { name: 'require', of: (one) => one.require },
  { name: 'import', of: (one) => one.import },
  { name: 'first response, 22 routes', of: (one) => one.api },
  { name: 'first response, 1,000 routes', of: (one) => one.large },
];

/** A standalone image that adapts to dark mode. */
export function startPicture(report: StartReport): string {
  const runs = shownRuns(report);
  const subjects = runs[0]!.subjects;
  const height = subjects.length * BAR;
  const tops = GROUPS.map((_, i) => TOP + i * (height + GAP));
  const bottom = tops.at(-1)! + height;
  const most = Math.max(
    ...runs.flatMap((run) => run.subjects.flatMap((one) => GROUPS.map(({ of }) => of(one).high))),
  );
  const names = GROUPS.map(({ name }, i) => {
    return `<text x="${LEFT - 8}" y="${tops[i]! + height / 2 + 4}" text-anchor="end">${escapeHtml(name)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 30}" role="img" aria-label="CPU time of startup">
<style>${STYLE}</style>
<text class="title" x="8" y="22">Milliseconds of CPU time over a bare Node, from the start of a process: shorter is better</text>
${legend(subjects)}
${names.join('\n')}
${runs.map((run, i) => panel(run, i, runs.length, most, tops)).join('\n')}
<text class="note" x="8" y="${bottom + 22}">${escapeHtml(`${report.date}, ${report.processor}`)}; thin lines are 90 % confidence intervals of the medians</text>
</svg>
`;
}

function panel(run: StartRun, i: number, count: number, most: number, tops: readonly number[]): string {
  const width = (WIDTH - LEFT) / count;
  const left = LEFT + i * width;
  const x = (value: number): number => left + ((width - RIGHT) * Math.max(0, value)) / most;
  const bars = GROUPS.flatMap(({ name, of }, group) =>
    run.subjects.map((one, j) =>
      bar(`${name}, ${one.name}`, one.id, of(one), left, x, tops[group]! + j * BAR),
    ),
  );
  return `<text class="node" x="${n(left)}" y="${TOP - 12}">Node ${escapeHtml(run.node)}</text>
${bars.join('\n')}`;
}

function bar(
  title: string,
  id: string,
  { median, low, high }: Summary,
  left: number,
  x: (value: number) => number,
  y: number,
): string {
  const line = y + (BAR - 2) / 2;
  return `<g class="s-${id}"><title>${escapeHtml(title)}: ${n(median)} ms</title><rect x="${n(left)}" y="${y}" width="${n(x(median) - left)}" height="${BAR - 2}"/><line class="spread" x1="${n(x(low))}" x2="${n(x(high))}" y1="${line}" y2="${line}"/><text class="value" x="${n(x(high) + 4)}" y="${y + BAR - 2}">${median.toFixed(0)}</text></g>`;
}

function legend(subjects: readonly StartFigures[]): string {
  let next = 8;
  return subjects
    .map(({ id, name }) => {
      const x = n(next);
      next += name.length * LETTER + BETWEEN;
      return `<rect class="s-${id}" x="${x}" y="32" width="10" height="10"/><text class="key" x="${n(x + 14)}" y="41">${escapeHtml(name)}</text>`;
    })
    .join('\n');
}

function n(value: number): number {
  return Number(value.toFixed(1));
}

const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #24272d; } .title { font-size: 15px; font-weight: 600; } .node { font-weight: 600; }
.note { fill: #5b616c; font-size: 11px; } .value { fill: #5b616c; font-size: 9px; } .key { font-size: 10px; }
.s-maglev { fill: #0a7f5a; } .s-maglev-4 { fill: #67b79c; } .s-express { fill: #c2571a; } .s-express-4 { fill: #e2a37c; }
.s-fastify { fill: #2563c9; } .s-koa { fill: #8a909b; } .s-hono { fill: #b9bec7; } .spread { stroke: #24272d; stroke-opacity: .6; }
@media (prefers-color-scheme: dark) {
  text { fill: #e8eaee; } .note, .value { fill: #a9afba; } .spread { stroke: #e8eaee; }
  .s-maglev { fill: #3fc193; } .s-maglev-4 { fill: #2a7f62; } .s-express { fill: #ee8d52; } .s-express-4 { fill: #a05d35; }
  .s-fastify { fill: #6fa3f5; } .s-koa { fill: #7d838e; } .s-hono { fill: #565c66; } }
`;
