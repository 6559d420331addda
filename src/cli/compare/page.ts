/** The result as one self-contained page. */
import { factor, type Summary, steadyRatio } from '../measure/statistics.js';
import { document } from '../page/style.js';
import { escapeHtml } from '../page/text.js';
import { groups, pairs } from './charts.js';
import { diffOf } from './diff.js';
import { documentedRow, documentedText } from './documented.js';
import { type Comparison, OPEN, type Verdict } from './equality.js';
import { change, isBetter, namedBy, type Row, rowsOf } from './figures.js';
import { gainOf } from './gain.js';
import type { Speed } from './measure.js';
import { nameWithBody } from './request.js';
import { count, exitCodeOf, isMeasured, type Result } from './result.js';
import { remarks, requestsOf, unfinishedOf, varyingParts, varyingText, verdictOf } from './words.js';

export function pageOf(result: Result): string {
  const { app, versions, processor, date, speed } = result;
  const title = escapeHtml(`${app}: Express ${versions.express} and maglev ${versions.maglev}`);
  const about = `Node ${versions.node}, ${processor}, ${date}`;
  return document(
    title,
    STYLE,
    `<h1>${title}</h1>
<p>${escapeHtml(about)}</p>
<ul class="cards">${cards(result)}</ul>
${equality(result)}
${isMeasured(speed) ? gained(speed) : ''}
${isMeasured(speed) ? measured(speed) : ''}
${speed === null || isMeasured(speed) ? '' : notesOf(speed)}
${allRequests(result)}`,
  );
}

function cards(result: Result): string {
  const { comparisons, requests, speed } = result;
  const different = count(result, 'different');
  const open = count(result, ...OPEN) + requests.left;
  const label = [
    different > 0 ? `${different} different` : '',
    open > 0 ? `${open} not finished` : '',
  ].filter(Boolean);
  const responses = card(
    'the same responses',
    `${count(result, 'equal', 'varies')} of ${comparisons.length + requests.left}`,
    label.join(', ') || 'no difference',
    label.length === 0,
  );
  if (!isMeasured(speed)) return responses;
  const [cpu, throughput, , p99, rss] = rowsOf(speed.overall, speed);
  return [responses, ...[cpu!, throughput!, p99!, rss!].map(figureCard)].join('\n');
}

function figureCard(row: Row): string {
  const value = `${row.show(row.express.median)} &rarr; ${row.show(row.maglev.median)}`;
  return card(row.name, value, change(row), isBetter(row));
}

/** `value` is HTML. */
function card(name: string, value: string, label: string, isGood: boolean | undefined): string {
  const kind = isGood === undefined ? '' : isGood ? 'good' : 'bad';
  return `<li><span>${escapeHtml(name)}</span><b>${value}</b><span class="${kind}">${escapeHtml(label)}</span></li>`;
}

function gained(speed: Speed): string {
  const warning = speed.unreliable === null ? '' : `<p class="open">${escapeHtml(speed.unreliable)}</p>\n`;
  return `<h2>Is maglev faster?</h2>
${warning}<p class="gain">${escapeHtml(gainOf(speed).sentence)}</p>`;
}

const WORDS: Readonly<Record<Verdict, string>> = {
  equal: 'the same',
  varies: 'the same, except for parts that change each time',
  different: 'different',
  unsettled: 'different so far, not settled',
  unfinished: 'incomplete on both sides',
  unanswered: 'no response on either side',
  crashed: 'the application ends on both sides',
};

function equality(result: Result): string {
  const { comparisons, requests } = result;
  const different = comparisons.filter(({ differences }) => differences.length > 0);
  const kind = ['good', 'bad'][exitCodeOf(result)] ?? 'open';
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
  const notes = [
    ...unfinishedOf(result).map(({ why, names }) => `${why}: ${names.join(', ')}.`),
    ...varyingParts(comparisons).map((one) => `${varyingText(one)}.`),
  ];
  return `<h2>Are the responses the same?</h2>
<p class="${kind}">${escapeHtml(verdictOf(result))}</p>
${different.map((one) => difference(one, result)).join('\n')}
<ul class="notes">${notes.map((note) => `<li>${escapeHtml(note)}</li>`).join('\n')}</ul>
${paragraphs(remarks(result))}
<p>Each request of ${escapeHtml(requests.source)} was sent to both sides, twice or more and in the same order. Status, names, order
and values of headers and all bytes of bodies have to be the same, except for the value of Date. Requests with
differences were sent again, and then to fresh processes: values that also vary on Express are ignored.</p>`;
}

function allRequests({ comparisons }: Result): string {
  return `<details id="requests"${comparisons.length > 12 ? '' : ' open'}><summary>All ${requestsOf(comparisons.length)}</summary>
<div class="scroll"><table class="responses"><thead><tr><th>request</th><th>status</th><th>responses</th></tr></thead>
<tbody>${comparisons.map(responseRow).join('\n')}</tbody></table></div></details>`;
}

function responseRow({ request, status, verdict, varying, differences }: Comparison): string {
  const parts = [...differences.map(({ what }) => what), ...varying].join(', ');
  const label = WORDS[verdict] + (parts && `: ${parts}`);
  return `<tr><th>${escapeHtml(nameWithBody(request))}</th><td>${status || ''}</td><td class="${verdict}">${escapeHtml(label)}</td></tr>`;
}

function difference(comparison: Comparison, { express }: Result): string {
  const { request, differences } = comparison;
  const row = documentedRow(comparison, express);
  const about = row === null ? '' : `<p>${escapeHtml(documentedText(row))}</p>`;
  const parts = differences.map((one) => {
    const lines = diffOf(one).map(([sign, text]) => {
      const tag = sign === '-' ? 'del' : sign === '+' ? 'ins' : 'span';
      return `<${tag}>${sign} ${escapeHtml(text)}</${tag}>`;
    });
    return `<h4>${escapeHtml(one.what)}</h4><pre>${lines.join('\n')}</pre>`;
  });
  return `<figure class="difference"><figcaption><h3>${escapeHtml(nameWithBody(request))}</h3><p>- Express, + maglev</p>${about}</figcaption>
${parts.join('\n')}</figure>`;
}

function measured(speed: Speed): string {
  const { rounds, slot, alone, connections, routes, overall } = speed;
  const shown = routes.length > 0 ? routes : [overall];
  const at = (index: number) =>
    shown.map((one) => ({ name: one.name, status: one.status, row: rowsOf(one, speed)[index]! }));
  return `<h2>What requests cost</h2>
<p>After a warm-up, ${rounds} rounds of ${slot} ms on each side with all requests in turn${alone === null ? '' : `, and ${alone.rounds} of ${alone.slot} ms with each by itself`},
over ${connections} connections: medians, and their spread as a thin line. Responses are checked under load, too.</p>
${notesOf(speed)}
<div class="grid-of wide">
${pairs('CPU time per request', 'Microseconds of the server: shorter is better.', at(0))}
${pairs('Throughput', 'Requests per second: longer is better.', at(1))}
${pairs('Latency, p50', 'Milliseconds until the response, for half of the requests: shorter is better.', at(2))}
${pairs('Latency, p99', 'Milliseconds until the response, for 99 of 100: shorter is better.', at(3))}
</div>
<h2>Where the CPU time goes</h2>
<p>From CPU profiles of both sides under the same load: self time by group, in microseconds per request.</p>
${groups(speed)}
<h2>All figures</h2>
${figuresTables(speed)}
${functions(speed)}`;
}

function notesOf({ notes }: { readonly notes: readonly string[] }): string {
  return `<ul class="notes">${notes.map((note) => `<li>${escapeHtml(note)}</li>`).join('\n')}</ul>`;
}

/** A table for each figure, so that it has one unit and fits a phone. */
function figuresTables(speed: Speed): string {
  const { overall, routes } = speed;
  const all = [overall, ...routes];
  const tables = rowsOf(overall, speed).map(({ name }, i) => {
    const body = all.flatMap((one) => {
      const row = rowsOf(one, speed)[i];
      return row === undefined ? [] : [figuresRow(namedBy(one), row)];
    });
    return `<h4>${escapeHtml(name)}</h4>
<div class="scroll"><table class="medians"><thead><tr><th>request</th><th>Express</th><th>maglev</th><th>times better</th></tr></thead>
<tbody>${body.join('\n')}</tbody></table></div>`;
  });
  return `<details><summary>Medians and spreads</summary>${tables.join('\n')}</details>`;
}

function figuresRow(name: string, { express, maglev, isCost, show }: Row): string {
  const better = isCost ? steadyRatio(maglev, express) : steadyRatio(express, maglev);
  const cell = ({ median, low, high }: Omit<Summary, 'values'>, shown: Row['show']) => {
    const [from, to] = [shown(low), shown(high)];
    return `<td>${shown(median)}${from === to ? '' : `<small>${from}-${to}</small>`}</td>`;
  };
  return `<tr><th>${escapeHtml(name)}</th>${cell(express, show)}${cell(maglev, show)}${cell(better, factor)}</tr>`;
}

function functions({ shares }: Speed): string {
  const list = (side: 'express' | 'maglev', name: string) =>
    `<div><h3>${name}</h3><ol>${shares[side].functions
      .map((one) => `<li>${(one.share * 100).toFixed(1)} % ${escapeHtml(one.name)}</li>`)
      .join('')}</ol></div>`;
  return `<details><summary>Functions with the most self time</summary><div class="grid-of functions">${list('express', 'Express')}${list('maglev', 'maglev')}</div></details>`;
}

const STYLE = `
.cards { list-style: none; padding: 0; margin: 20px 0 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; }
.cards li { display: grid; align-content: start; gap: 2px; padding: 12px 14px; background: var(--card); border: 1px solid var(--rule); border-radius: 8px; font-size: 13px; color: var(--soft); }
.cards b { font-size: 22px; } @media (max-width: 480px) { .cards b { font-size: 17px; } } p { overflow-wrap: anywhere; }
.cards b { line-height: 1.25; color: var(--ink); font-variant-numeric: tabular-nums; }
.good, .cards .good { color: var(--good); } .bad, .cards .bad, td.different { color: var(--bad); } td.varies, td.unfinished, td.unanswered, td.crashed, td.unsettled, .open { color: var(--warn); }
.notes { margin: 12px 0; padding-left: 18px; overflow-wrap: anywhere; color: var(--soft); } .notes:empty { display: none; }
.medians thead th { white-space: normal; } .medians small { display: block; color: var(--soft); font-size: 11px; } .medians th:first-child { min-width: 6em; font: 12px/1.5 ui-monospace, monospace; } .status { color: var(--soft); }
@media (max-width: 480px) { .medians th, .medians td { padding: 5px 6px; } .medians th:first-child { max-width: 30vw; } }
.gain { color: var(--ink); font-size: 17px; } h4 { font-size: 13px; margin: 10px 0 2px; }
th:first-child { min-width: 9em; max-width: min(38vw, 460px); white-space: normal; overflow-wrap: anywhere; }
.responses th, .responses td { text-align: left; } .responses td:last-child { white-space: normal; overflow-wrap: anywhere; min-width: 9em; } .responses th { font: 12px/1.5 ui-monospace, monospace; } .responses thead th { font: 600 13px/1.5 system-ui, sans-serif; }
.difference { margin-top: 12px; border-left: 4px solid var(--bad); } h3 { overflow-wrap: anywhere; }
pre { margin: 0; font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
del, ins { text-decoration: none; display: inline-block; width: 100%; } del { color: var(--express); } ins { color: var(--maglev); }
.wide { grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); }
.pairs { list-style: none; margin: 8px 0 0; padding: 0; font-size: 13px; }
.pairs li { margin-top: 8px; } .pairs .name { display: block; overflow-wrap: anywhere; font: 12px/1.5 ui-monospace, monospace; }
.pair { display: grid; grid-template-columns: 1fr 4.2em; gap: 8px; align-items: center; line-height: 1.25; }
.pair span { text-align: right; font-variant-numeric: tabular-nums; font-size: 12px; }
svg { display: block; width: 100%; } rect { fill: var(--c, var(--bar)); } svg line { stroke: var(--ink); opacity: .6; }
.stack { display: grid; grid-template-columns: 4.6em 1fr 4.6em; gap: 8px; align-items: center; font-size: 13px; margin-top: 8px; }
.stack > span:last-child { text-align: right; font-variant-numeric: tabular-nums; }
.groups thead th:first-child { white-space: nowrap; } .groups th:first-child { min-width: 0; } .groups th::before { content: ''; display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 6px; background: var(--c, transparent); }
.functions ol { margin: 4px 0 0; padding-left: 22px; font: 12px/1.6 ui-monospace, monospace; overflow-wrap: anywhere; } .functions li { margin: 0; }
.g-node-core { --c: #9aa3b2; } .g-native-code { --c: #c5cad3; } .g-garbage-collection { --c: #5f6672; } .g-other-packages { --c: #b08968; }
.g-router { --c: #d1495b; } .g-request { --c: #edae49; } .g-parsers { --c: #8f6bb3; } .g-response { --c: #2f7fc1; } .g-your-handlers { --c: #3a9e6f; }
@media (prefers-color-scheme: dark) { .g-node-core { --c: #77808f; } .g-native-code { --c: #525a68; } .g-garbage-collection { --c: #aab0bb; } }
`;
