import assert from 'node:assert/strict';
import test from 'node:test';
import etag from 'etag';
import fc from 'fast-check';
import { strongETag, weakETag } from '../src/etag.js';
import { MAX_TEXT, Memo, ownText } from '../src/memo.js';

test('a string has the ETag of its bytes', (t) => {
  const seed = Number(process.env.MAGLEV_SEED ?? Date.now() % 1_000_000_000);
  t.diagnostic(`seed ${seed}`);
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary-ascii', minLength: 200, maxLength: 1100 }),
  );
  const property = fc.property(text, (body) => {
    assert.equal(weakETag(body, 'utf8'), etag(Buffer.from(body), { weak: true }));
    assert.equal(strongETag(body, 'utf8'), etag(Buffer.from(body)));
  });
  fc.assert(property, { seed, numRuns: 1000 });
});

test('a string has the ETag of its bytes at each short length', () => {
  for (let length = 0; length < 800; length++) {
    const text = Array.from({ length }, (_, i) => String.fromCharCode((i * 31 + length * 7) % 128)).join('');
    for (const body of [text, `${text.slice(1)}\xe9`, `\u20ac${text}`]) {
      assert.equal(weakETag(body, 'utf8'), etag(Buffer.from(body), { weak: true }), JSON.stringify(body));
    }
  }
});

test('a buffer has the ETag of its bytes, whatever its own methods return', () => {
  for (const length of [3, 100, 300, 800]) {
    const body = Object.assign(Buffer.from('a'.repeat(length)), { toString: () => 'other' });
    assert.equal(weakETag(body), etag(body, { weak: true }));
  }
});

test('a memo keeps the entries that were used last, and at most two generations', () => {
  const memo = new Memo<number>(2);
  memo.set('a', 1);
  memo.set('b', 2);
  memo.set('c', 3);
  assert.equal(memo.get('a'), 1);
  memo.set('d', 4);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((text) => memo.get(text)),
    [1, undefined, 3, 4],
  );
});

test('ownText returns an equal string for short Latin 1 strings, and null otherwise', () => {
  for (const text of ['', 'text/plain', 'caf\xe9', 'x'.repeat(MAX_TEXT)]) assert.equal(ownText(text), text);
  for (const text of ['\u20ac', 'x'.repeat(MAX_TEXT + 1)]) assert.equal(ownText(text), null);
});
