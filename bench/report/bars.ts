/** One bar per subject: its share of the base, with the spread as a whisker. */
import { escapeHtml, isNoisy } from '../shared.js';
import type { Cell, Result } from './reports.js';
import { shareText } from './verdict.js';

export function bars({ name, subjects }: Result): string {
  const full = Math.max(...subjects.map(({ share }) => share.high), 1);
  return `<figure class="bars"><figcaption><h3>${escapeHtml(name)}</h3></figcaption>
<ol>${subjects.map((subject) => bar(subject, full)).join('\n')}</ol></figure>`;
}

function bar({ id, name, share, cpu }: Cell, full: number): string {
  const { median, low, high } = share;
  const percent = (value: number) => `${((100 * value) / full).toFixed(1)}%`;
  const title = `${name}: ${cpu.median.toFixed(1)} microseconds of CPU time, percent of node:http: ${shareText(share)}`;
  const value = isNoisy(share) ? 'noisy' : `${(100 * median).toFixed(0)} %`;
  return `<li class="s-${id}" title="${escapeHtml(title)}"><span class="name">${escapeHtml(name)}</span><span class="track"><span class="bar" style="width:${percent(median)}"></span><span class="whisker" style="left:${percent(low)};width:${percent(high - low)}"></span></span><span class="value">${value}</span></li>`;
}
