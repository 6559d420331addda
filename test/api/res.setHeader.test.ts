import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { lines, responseOf, suite } from '../support/api.js';

suite(
  'patches of connect to responses',
  (framework) => {
    test('setHeader accumulates cookies without duplicates', async () => {
      const { all } = await responseOf(framework, (_req, res) => {
        res.setHeader('Set-Cookie', 'a=1');
        res.setHeader('set-cookie', ['a=1', 'b=2']);
        res.setHeader('Set-Cookie', ['c=3']);
        res.end();
      });
      assert.deepEqual(all('Set-Cookie'), ['a=1', 'b=2', 'c=3']);
    });

    test('appendHeader keeps existing values', async () => {
      const { all } = await responseOf(framework, (_req, res) => {
        res.appendHeader('X-A', '1');
        res.appendHeader('X-A', ['2', '3']);
        res.end();
      });
      assert.deepEqual(all('X-A'), ['1', '2', '3']);
    });

    test("'header' is emitted before the headers are sent", async () => {
      const { get } = await responseOf(framework, (_req, res) => {
        assert.equal(
          res.on('header', () => res.setHeader('X-Late', String(res.headersSent))),
          res,
        );
        res.send('x');
      });
      assert.equal(get('X-Late'), 'false');
    });

    test('headerSent is an alias of headersSent', async () => {
      const seen: unknown[] = [];
      await responseOf(framework, (_req, res) => {
        seen.push(res.headerSent);
        res.send('x');
        seen.push(res.headerSent);
      });
      assert.deepEqual(seen, [false, true]);
    });
  },
  [3],
);

test('the response prototype of Node is not patched', () => {
  assert.equal(typeof lines[3].maglev, 'function');
  assert.equal('_hasConnectPatch' in http.ServerResponse.prototype, false);
});
