import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.js';

const { summary } = await load('shared.js');
const { markdown } = await load('report/markdown.js');
const { page } = await load('report/page.js');

const subject = (id: string, name: string, costs: number[]) => ({
  id,
  name,
  ...Object.fromEntries(
    ['cpu', 'throughput', 'p50', 'p99', 'rss', 'heapUsed'].map((key) => [key, summary(costs)]),
  ),
});
const about = {
  node: 'v20.0.0',
  processor: 'a <fast> one',
  commit: 'abc',
  date: '2026-01-01',
  settings: { rounds: 3, slot: 100 },
};
const http = {
  kind: 'http',
  ...about,
  base: 'raw',
  results: [
    {
      id: 'json',
      name: 'JSON & more',
      subjects: [
        subject('raw', 'node:http', [10, 10, 10]),
        subject('maglev', 'maglev 5.x', [10, 11, 9]),
        subject('express', 'Express 5', [40, 50, 60]),
      ],
    },
  ],
};
const growth = {
  kind: 'growth',
  ...about,
  plots: [
    {
      id: 'middlewares',
      title: 'Middlewares',
      note: 'Each calls the next.',
      x: 'middlewares',
      y: 'microseconds',
      series: [
        {
          id: 'maglev',
          name: 'maglev 5.x',
          points: [0, 10, 100].map((x) => ({ x, ...summary([x + 1, x + 2, x + 3]) })),
        },
      ],
    },
  ],
};

test('the Markdown has shares, and says what is tied', () => {
  const text = markdown(http);
  assert.match(text, /\| Express 5 \| 20 \(17-25\) \|/);
  assert.match(text, /maglev 5\.x and node:http are tied/);
  assert.match(text, /Express 5 costs 4\.55 times \(4\.00-6\.67\) what maglev 5\.x costs/);
});

test('growth becomes one table per plot', () => {
  assert.match(markdown(growth), /\| maglev 5\.x \| 2 \(1-3\) \| 12 \(11-13\) \| 102 \(101-103\) \|/);
});

test('the page needs nothing but itself, and shows text as text', () => {
  const text = page({ http, growth });
  assert.doesNotMatch(text, /\b(src|href)=|url\(|@import|<script|https?:\/\/|\/\/[a-z]/i);
  assert.match(text, /a &lt;fast&gt; one/);
  assert.match(text, /JSON &amp; more/);
  assert.match(text, /prefers-color-scheme: dark/);
  assert.match(text, /name="viewport"/);
  assert.match(text, /<svg /);
  assert.doesNotMatch(text, /NaN|undefined|Infinity/);
});

test('either kind of results makes a page', () => {
  assert.match(page({ http }), /JSON &amp; more/);
  assert.match(page({ growth }), /Middlewares/);
});
