import assert from 'node:assert/strict';
import test from 'node:test';
import { tidy } from '../../bench/flame/page.js';

test('a page keeps neither the folders of the machine nor a reason to fetch anything', () => {
  const html = '"/home/me/maglev/dist/index.cjs" load("https://clinicjs.org/assets/css/fonts.css")';
  assert.equal(tidy(html, [['/home/me/maglev/', './']]), '"./dist/index.cjs" load("data:text/css,")');
});
