/** One bar per subject: its share of the base, with the spread as a whisker. */

import { escapeHtml } from '../shared.js';
import { share } from './markdown.js';
import type { Cell, Result, Spread } from './reports.js';

export function bars({ name, subjects }: Result, baseId: string): string {
  const base = subjects.find(({ id }) => id === baseId)!;
  const rows = subjects.map((subject) => ({ ...subject, share: share(subject, base) }));
  const full = Math.max(...rows.map((row) => row.share.high), 100);
  return `<figure class="bars"><figcaption><h3>${escapeHtml(name)}</h3></figcaption>
<ol>${rows.map((row) => bar(row, full)).join('\n')}</ol></figure>`;
}

function bar(
  { id, name, share: { median, low, high }, cpu }: Cell & { readonly share: Spread },
  full: number,
): string {
  const percent = (value: number) => `${((100 * value) / full).toFixed(1)}%`;
  const title = `${name}: ${cpu.median.toFixed(1)} microseconds of CPU time, ${median.toFixed(0)} % (${low.toFixed(0)}-${high.toFixed(0)}) of node:http`;
  return `<li class="s-${id}" title="${escapeHtml(title)}"><span class="name">${escapeHtml(name)}</span><span class="track"><span class="bar" style="width:${percent(median)}"></span><span class="whisker" style="left:${percent(low)};width:${percent(high - low)}"></span></span><span class="value">${median.toFixed(0)} %</span></li>`;
}
