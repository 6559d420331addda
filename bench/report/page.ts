/** The results as one page that needs nothing but itself. */

import { document, escapeHtml } from '../shared.js';
import { bars } from './bars.js';
import { figures, preamble, words } from './markdown.js';
import { plot } from './plot.js';
import type { GrowthReport, HttpReport } from './reports.js';
import { style } from './style.js';

/** Either may be missing. */
export function page({ http, growth }: { http?: HttpReport; growth?: GrowthReport }): string {
  const parts = [http ? requests(http) : '', growth ? sizes(growth) : ''];
  return document('maglev: what requests cost', style, `<h1>What requests cost</h1>\n${parts.join('\n')}`);
}

function requests(report: HttpReport): string {
  return `<p>${escapeHtml(preamble(report))}</p>
<h2>Share of node:http</h2>
<p>CPU time of a bare node:http server for the same answer, as a share of the subject's: longer is better. The thin line
is the spread of the rounds; where lines overlap, the subjects are tied.</p>
<div class="grid-of">${report.results.map((one) => bars(one, report.base)).join('\n')}</div>
<h2>In words</h2>
<details><summary>maglev against each of the others</summary><ul>${words(report)
    .map(({ name, said }) => `<li><b>${escapeHtml(name)}</b>: ${escapeHtml(said)}</li>`)
    .join('\n')}</ul></details>
<h2>All figures</h2>
${figures(report).map(figureTable).join('\n')}`;
}

function figureTable({ title, head, rows }: ReturnType<typeof figures>[number]): string {
  const cells = (tag: string, list: readonly string[]) =>
    list.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('');
  const body = rows.map(([name, ...rest]) => `<tr><th>${escapeHtml(name!)}</th>${cells('td', rest)}</tr>`);
  return `<details><summary>${escapeHtml(title)}</summary><div class="scroll"><table>
<thead><tr>${cells('th', head)}</tr></thead><tbody>${body.join('\n')}</tbody></table></div></details>`;
}

function sizes(report: GrowthReport): string {
  return `<h2>How costs grow</h2>
<p>${escapeHtml(preamble(report))} Both axes are logarithmic; a flat line is a cost that does not grow.</p>
<div class="grid-of">${report.plots.map(plot).join('\n')}</div>`;
}
