import assert from 'node:assert/strict';
import test from 'node:test';
import { markdown } from '../../bench/report/markdown.js';
import { page } from '../../bench/report/page.js';
import { picture } from '../../bench/report/picture.js';
import { plotsPicture } from '../../bench/report/plots.js';
import type { Run } from '../../bench/report/reports.js';
import { terminalText } from '../../bench/report/terminal.js';
import { growth, http, pipelined, several } from './reports.js';

test('the Markdown has shares, and marks ties', () => {
  const text = markdown(http);
  assert.match(text, /\| Express 5 \| 20 \(19-20\) \| 20 /);
  assert.match(text, /maglev 5\.x and node:http are tied/);
  assert.match(text, /Express 5 costs 5\.00 times \(4\.90-5\.25\) what maglev 5\.x costs/);
});

test('the Markdown gives a range if the spread is wide', () => {
  const text = markdown(http);
  assert.match(text, /\| Koa \| 17-50 \|/);
  assert.match(text, /Koa costs 2\.00 to 6\.06 times what maglev 5\.x costs\./);
  assert.match(picture({ ...http, runs: [noisyMaglev(http.runs[0]!)] }), />17-50 %</);
  assert.match(page({ http }), /<td>17-50<\/td>/);
});

test('the Markdown compares p99 with that of node:http', () => {
  assert.match(markdown(http), /### p99 as a multiple[^#]+\| Express 5 \| 5\.00 \(5\.00-5\.20\)/);
});

test('lists the newest Node LTS first, and the oldest after it', () => {
  const text = markdown(several);
  assert.match(text, /^Node v26\.3\.0, v20\.1\.0, v24\.2\.0, /);
  assert.match(text, /in percent: Node v26\.3\.0 \/ v20\.1\.0\n\n\| {2}\| maglev 5\.x \| Express 5 \|/);
  assert.match(text, /\| JSON & more \| [^|]+ \| 20 \(19-20\) \/ 20 \(19-20\) \|/);
  assert.deepEqual(text.match(/^## Node .*/gm), ['## Node v26.3.0', '## Node v20.1.0', '## Node v24.2.0']);
  assert.deepEqual(picture(several).match(/Node v[\d.]+/g), ['Node v26.3.0', 'Node v20.1.0']);
});

test('lists pipelined requests in a separate section', () => {
  const sentence = /100 connections with 10 requests pipelined on each, without ETag and X-Powered-By\./;
  assert.match(markdown(pipelined), sentence);
  assert.doesNotMatch(markdown(http), sentence);
  assert.match(page({ http, pipelined }), /<h2>Pipelined requests<\/h2>/);
});

test('prints growth as one table per plot', () => {
  assert.match(markdown(growth), /\| maglev 5\.x \| 2 \(1-3\) \| 12 \(11-13\) \| 102 \(101-103\) \|/);
});

test('the page is self-contained, and escapes text', () => {
  const text = page({ http, growth });
  assert.doesNotMatch(text, /\b(src|href)=|url\(|@import|<script|https?:\/\/|\/\/[a-z]/i);
  assert.match(text, /a &lt;fast&gt; one/);
  assert.match(text, /JSON &amp; more/);
  assert.match(text, /prefers-color-scheme: dark/);
  assert.match(text, /name="viewport"/);
  assert.match(text, /<svg /);
  assert.doesNotMatch(text, /NaN|undefined|Infinity/);
});

test('builds a page from either kind of results', () => {
  assert.match(page({ http }), /JSON &amp; more/);
  assert.match(page({ growth }), /Middlewares/);
});

test('the picture has a bar for each subject, and escapes text', () => {
  const text = picture(http);
  assert.match(text, /JSON &amp; more, Express 5: 20 \(19-20\) %/);
  assert.match(text, /JSON &amp; more, maglev 5\.x: /);
  assert.doesNotMatch(text, /NaN|undefined|Infinity|<script/);
});

test('the picture of growth has a chart for each plot, and a line for each subject', () => {
  const text = plotsPicture(growth.plots, 'a <fast> one.');
  assert.deepEqual(
    [...text.matchAll(/<text class="heading"[^>]*>([^<]*)</g)].map(([, title]) => title),
    ['Middlewares', 'Routes'],
  );
  assert.equal(text.match(/<polyline /g)!.length, 2 * 2);
  assert.match(text, /a &lt;fast&gt; one\./);
  assert.doesNotMatch(text, /NaN|undefined|Infinity/);
});

test('places figures at the end of a panel, where they do not overlap the line at 100 %', () => {
  const text = picture(several);
  const lines = [...text.matchAll(/<line class="base" x1="([\d.]+)"/g)].map(([, x]) => Number(x));
  const labels = [...text.matchAll(/<text class="value" x="([\d.]+)" y="[\d.]+" text-anchor="end">/g)];
  assert.equal(lines.length, 2);
  assert.equal(labels.length, 2 * 3 * 2);
  // A figure is at most sixty pixels wide.
  for (const [, x] of labels)
    for (const line of lines) assert.ok(line < Number(x) - 60 || line > Number(x), text);
});

test('Express 4 is compared with maglev 4.x', () => {
  const [run] = http.runs;
  const renamed = run!.results.map((result) => ({
    ...result,
    subjects: result.subjects.map((one) => {
      const id = { maglev: 'maglev-4', express: 'express-4' }[one.id] ?? one.id;
      return { ...one, id, name: one.name.replace('5.x', '4.x').replace('Express 5', 'Express 4') };
    }),
  }));
  const text = markdown({ ...http, runs: [{ ...run!, results: renamed }] });
  assert.match(text, /Express 4 costs 5\.00 times \(4\.90-5\.25\) what maglev 4\.x costs/);
  assert.doesNotMatch(text, /Koa costs/);
});

test('prints tables of 80 columns in a terminal', () => {
  const text = terminalText(several);
  assert.match(text, /^ +% of node:http +CPU µs +req\/s +p50 ms +p99 ms +MB$/m);
  assert.match(text, /^Express 5 +20 \(19-20\) +50\.0 +2,000 +50\.0 +50\.0 +0$/m);
  assert.match(text, /^JSON & more: maglev 5\.x and node:http are tied/m);
  assert.doesNotMatch(text, /\||NaN|undefined/);
  assert.deepEqual(
    text.split('\n').filter((line) => line.length > 80),
    [],
  );
});

function noisyMaglev({ node, results }: Run): Run {
  const koa = results[0]!.subjects.find(({ id }) => id === 'koa')!;
  return { node, results: results.map((one) => ({ ...one, subjects: [{ ...koa, id: 'maglev' }] })) };
}
