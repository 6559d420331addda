import assert from 'node:assert/strict';
import test from 'node:test';
import { markdown } from '../../bench/report/markdown.js';
import { page } from '../../bench/report/page.js';
import { picture } from '../../bench/report/picture.js';
import { growth, http } from './reports.js';

test('the Markdown has shares, and says what is tied', () => {
  const text = markdown(http);
  assert.match(text, /\| Express 5 \| 20 \(17-25\) \| 20 /);
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

test('the picture has a bar for each of those that are compared, and shows text as text', () => {
  const text = picture(http);
  assert.match(text, /JSON &amp; more, Express 5: 20 % \(17 %-25 %\)/);
  assert.match(text, /JSON &amp; more, maglev 5\.x: /);
  assert.doesNotMatch(text, /NaN|undefined|Infinity|<script/);
});
