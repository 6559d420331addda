/** Line charts as inline SVG: figures by size, with logarithmic axes and the spread as a band. */
import { escapeHtml, short } from '../shared.js';
import type { Plot, Point, Series, Spread } from './reports.js';

export const WIDTH = 420;
export const HEIGHT = 280;
const BOX = { left: 52, right: 16, top: 28, bottom: 44 };
/** Ticks in each power of ten, by the number of powers. */
const TICKS: readonly (readonly [powers: number, steps: readonly number[]])[] = [
  [2, [1]],
  [0.8, [1, 2, 5]],
  [0, [1, 1.5, 2, 3, 4, 6, 8]],
];

interface Scale {
  readonly ticks: readonly number[];
  at(value: number): number;
}

export function plot(shown: Plot): string {
  const { title, note, series } = shown;
  const marks = marksOf(series);
  return `<figure class="plot"><figcaption><h3>${escapeHtml(title)}</h3><p>${escapeHtml(note)}</p></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(title)}">
${chart(shown)}
</svg>
<ul class="legend">${series.map(({ name }, i) => `<li ${marks[i]}>${escapeHtml(name)}</li>`).join('')}</ul>
</figure>`;
}

/** The content of the chart, without the figure and the legend. */
export function chart({ x, y, series }: Plot): string {
  const marks = marksOf(series);
  const points = series.flatMap((one) => one.points);
  const across = scale(
    points.map((point) => point.x),
    BOX.left,
    WIDTH - BOX.right,
  );
  const up = scale(
    points.flatMap(({ low, high }) => [low, high]),
    HEIGHT - BOX.bottom,
    BOX.top,
  );
  const labels = [...new Set(points.map((point) => point.x))].sort((a, b) => a - b);
  return `${up.ticks.map((tick) => gridLine(tick, up.at(tick))).join('\n')}
${labels.map((label) => `<text x="${n(across.at(label))}" y="${HEIGHT - BOX.bottom + 16}" text-anchor="middle">${short(label)}</text>`).join('\n')}
<text class="axis" x="${WIDTH - BOX.right}" y="${HEIGHT - 6}" text-anchor="end">${escapeHtml(x)}</text>
<text class="axis" x="4" y="12">${escapeHtml(y)}</text>
${series.map((one, i) => `<g ${marks[i]}>${line(one, across, up)}</g>`).join('\n')}`;
}

/** The attributes that set the colour of each series: subjects have fixed colours; other series divide the colour wheel. */
export function marksOf(series: readonly Series[]): string[] {
  const areSubjects = series.some(({ id }) => id === 'maglev');
  return series.map(({ id }, i) => {
    const hue = Math.round((360 * i) / series.length);
    return areSubjects ? `class="s-${id}"` : `style="--c: oklch(${i % 2 === 0 ? 58 : 72}% 0.15 ${hue})"`;
  });
}

function gridLine(value: number, y: number): string {
  return `<line class="grid" x1="${BOX.left}" x2="${WIDTH - BOX.right}" y1="${n(y)}" y2="${n(y)}"/><text x="${BOX.left - 6}" y="${n(y + 4)}" text-anchor="end">${short(value)}</text>`;
}

function line({ name, points }: Series, across: Scale, up: Scale): string {
  const at = (point: Point, key: keyof Spread) => `${n(across.at(point.x))},${n(up.at(point[key]))}`;
  const band = [
    ...points.map((point) => at(point, 'high')),
    ...points.toReversed().map((point) => at(point, 'low')),
  ];
  const dots = points.map(
    (point) =>
      `<circle cx="${n(across.at(point.x))}" cy="${n(up.at(point.median))}" r="3.5"><title>${escapeHtml(name)}, ${short(point.x)}: ${short(point.median)} (${short(point.low)}-${short(point.high)})</title></circle>`,
  );
  return `<polygon points="${band.join(' ')}"/><polyline points="${points.map((point) => at(point, 'median')).join(' ')}"/>${dots.join('')}`;
}

/** A logarithmic scale, with zero at the left end and as many ticks as fit. */
function scale(values: readonly number[], from: number, to: number): Scale {
  const positive = values.filter((value) => value > 0);
  const low = Math.log10(Math.min(...positive));
  const high = Math.max(Math.log10(Math.max(...positive)), low + 0.3);
  // Zero has no logarithm: it is placed a step before the first value.
  const start = values.includes(0) ? low - (high - low) / 8 : low;
  const at = (value: number) =>
    from + (((value > 0 ? Math.log10(value) : start) - start) / (high - start)) * (to - from);
  const [, steps] = TICKS.find(([powers]) => high - low > powers)!;
  const ticks: number[] = [];
  for (let power = Math.floor(low); power <= high; power++) {
    for (const step of steps) {
      const tick = step * 10 ** power;
      if (Math.log10(tick) >= low - 0.05 && Math.log10(tick) <= high + 0.01) ticks.push(tick);
    }
  }
  return { at, ticks };
}

function n(value: number): number {
  return Number(value.toFixed(1));
}
