/** The results as one self-contained page. */

import { document, escapeHtml } from '../shared.js';
import { bars, type Scale, scaleOf } from './bars.js';
import { figures, preamble, summaries } from './markdown.js';
import { plot } from './plot.js';
import type { GrowthReport, HttpReport, Run } from './reports.js';
import { orderedRuns } from './runs.js';
import { style } from './style.js';

/** Any of them may be missing. */
export interface Reports {
  readonly http?: HttpReport;
  readonly pipelined?: HttpReport;
  readonly growth?: GrowthReport;
}

export function page({ http, pipelined, growth }: Reports): string {
  const scale = scaleOf([http, pipelined].flatMap((report) => report?.runs ?? []));
  const parts = [
    http ? requests(http, scale) : '',
    pipelined ? `<h2>Pipelined requests</h2>\n${requests(pipelined, scale)}` : '',
    growth ? sizes(growth) : '',
  ];
  return document('maglev: what requests cost', style, `<h1>What requests cost</h1>\n${parts.join('\n')}`);
}

function requests(report: HttpReport, scale: Scale): string {
  return `<p>${escapeHtml(preamble(report))}</p>
<p>Bars are relative to a bare node:http server with the same responses, which is 100 %, the dashed line. They show CPU time
per request, requests per second, and latency. Longer is better, and all bars of the page have the same scale. The thin line is
the 90 % confidence interval of the median. If that is wide, it is shown instead of the median.</p>
${orderedRuns(report)
  .map((run) => runOf(run, scale))
  .join('\n')}`;
}

function runOf(run: Run, scale: Scale): string {
  return `<h2>Share of node:http, Node ${escapeHtml(run.node)}</h2>
<div class="stacked">${run.results.map((result) => bars(result, scale)).join('\n')}</div>
<details><summary>maglev compared with each of the others, in sentences</summary><ul>${summaries(run)
    .map(({ name, text }) => `<li><b>${escapeHtml(name)}</b>: ${escapeHtml(text)}</li>`)
    .join('\n')}</ul></details>
${figures(run).map(figureTable).join('\n')}`;
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
