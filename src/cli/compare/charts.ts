/** Charts as inline SVG. Lengths are percentages, so that text keeps its size on a phone. */
import type { Summary } from '../measure/statistics.js';
import { escapeHtml, short } from '../page/text.js';
import { groupTimes, type Row, spread } from './figures.js';
import type { Speed } from './measure.js';

/** A bar of each side for each request, with the spread as a whisker. */
export function pairs(
  title: string,
  note: string,
  rows: readonly { readonly name: string; readonly status: number | null; readonly row: Row }[],
): string {
  const full = Math.max(...rows.flatMap(({ row }) => [row.express.high, row.maglev.high]));
  const items = rows.map(
    ({
      name,
      status,
      row,
    }) => `<li><span class="name">${escapeHtml(name)}${status === null ? '' : ` <small class="status">${status}</small>`}</span>
${bar('express', row.express, row, full)}${bar('maglev', row.maglev, row, full)}</li>`,
  );
  return `<figure><figcaption><h3>${escapeHtml(title)}</h3><p>${escapeHtml(note)}</p></figcaption>
<ul class="legend"><li class="s-express">Express</li><li class="s-maglev">maglev</li></ul>
<ol class="pairs">${items.join('\n')}</ol></figure>`;
}

function bar(side: 'express' | 'maglev', value: Summary, { show }: Row, full: number): string {
  const at = (figure: number) => `${((100 * figure) / full).toFixed(1)}%`;
  const label = `${side === 'express' ? 'Express' : 'maglev'}: ${spread(value, show)}`;
  return `<div class="pair s-${side}"><svg height="11" role="img" aria-label="${escapeHtml(label)}"><title>${escapeHtml(label)}</title><rect width="${at(value.median)}" height="11" rx="2"/><line x1="${at(value.low)}" x2="${at(value.high)}" y1="5.5" y2="5.5"/></svg><span>${show(value.median)}</span></div>`;
}

/** A stacked bar for each side, both on one scale, and the same data as a table. */
export function groups(speed: Speed): string {
  const times = groupTimes(speed).map((time) => ({ ...time, colour: `g-${time.name.replaceAll(' ', '-')}` }));
  const totals = (['express', 'maglev'] as const).map((side) => speed.overall[side].cpu.median);
  const full = Math.max(...totals);
  const stack = (side: 'express' | 'maglev', name: string, total: number) => {
    let x = 0;
    const parts = times.map((time) => {
      const width = (100 * time[side]) / full;
      const label = `${name}, ${time.name}: ${short(time[side])} µs`;
      const part = `<rect class="${time.colour}" x="${x.toFixed(2)}%" width="${width.toFixed(2)}%" height="26"><title>${escapeHtml(label)}</title></rect>`;
      x += width;
      return part;
    });
    return `<div class="stack"><span>${name}</span><svg height="26" role="img" aria-label="CPU time of ${name} by group">${parts.join('')}</svg><span>${short(total)} µs</span></div>`;
  };
  const cell = (time: number, total: number) =>
    `<td>${time.toFixed(1)} (${((100 * time) / total).toFixed(0)} %)</td>`;
  const rows = times.map(
    ({ name, colour, express, maglev }) =>
      `<tr><th class="${colour}">${escapeHtml(name)}</th>${cell(express, totals[0]!)}${cell(maglev, totals[1]!)}</tr>`,
  );
  return `<figure class="groups">${stack('express', 'Express', totals[0]!)}${stack('maglev', 'maglev', totals[1]!)}
<div class="scroll"><table><thead><tr><th>µs (share)</th><th>Express</th><th>maglev</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></figure>`;
}
