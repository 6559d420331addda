import assert from 'node:assert/strict';
import test from 'node:test';
import { Beginning } from '../../src/response/fast-path/beginning.js';

test('a line that keeps following is kept with the beginning', () => {
  const status = new Beginning('HTTP/1.1 200 OK');
  const results = Array.from({ length: 40 }, () => status.followedBy('\r\nA: 1'));
  assert.equal(results[0], null);
  const kept = results.at(-1)!;
  assert.equal(kept.text, 'HTTP/1.1 200 OK\r\nA: 1');
  assert.equal(results.at(-2), kept);
});

test('several lines that take turns are each kept once they have followed often enough in a row', () => {
  const status = new Beginning('HTTP/1.1 404 Not Found');
  const repeat = (line: string) => Array.from({ length: 20 }, () => status.followedBy(line)).at(-1);
  const [a, b] = [repeat('\r\nA: 1'), repeat('\r\nB: 2')];
  assert.equal(status.followedBy('\r\nA: 1'), a);
  assert.equal(status.followedBy('\r\nB: 2'), b);
  assert.equal(a!.text, 'HTTP/1.1 404 Not Found\r\nA: 1');
});

test('lines that differ each time are not kept', () => {
  const status = new Beginning('HTTP/1.1 201 Created');
  for (let id = 0; id < 10_000; id++) assert.equal(status.followedBy(`\r\nX-Request-Id: ${id}`), null);
});

test('the number of kept beginnings and their length are limited', () => {
  let kept = 0;
  for (let id = 0; id < 2000; id++) {
    const status = new Beginning(`HTTP/1.1 200 OK\r\nId: ${id}`);
    for (let i = 0; i < 20; i++) if (status.followedBy('\r\nA: 1') !== null && i === 19) kept++;
  }
  assert.ok(kept > 0 && kept <= 512, `${kept}`);
  const long = new Beginning('HTTP/1.1 200 OK');
  for (let i = 0; i < 40; i++) assert.equal(long.followedBy(`\r\nA: ${'a'.repeat(5000)}`), null);
});
