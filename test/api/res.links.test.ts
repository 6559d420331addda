import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, failure, responseOf, suite } from '../support/api.js';

suite('res.links', (framework, line) => {
  test('writes several links per relation, and adds up several calls', async () => {
    const { all } = await responseOf(framework, (_req, res) => {
      res.links({ next: '/2', last: ['/9', '/10'] });
      res.links({ prev: '/0' });
      res.end();
    });
    const last = by(line, { 5: '</9>; rel="last", </10>; rel="last"', 4: '</9,/10>; rel="last"' });
    assert.deepEqual(all('Link'), [`</2>; rel="next", ${last}, </0>; rel="prev"`]);
  });

  test('throws without an argument', async () => {
    const error = await failure(framework, (_req, res) => res.links());
    assert.equal(error.message, 'Cannot convert undefined or null to object');
  });
});
