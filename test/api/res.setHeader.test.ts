import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { lines, responseOf, suite } from '../support/api.js';

suite(
  'what connect did to responses',
  (framework) => {
    test('setHeader adds cookies up, each of them once', async () => {
      const { all } = await responseOf(framework, (_req, res) => {
        res.setHeader('Set-Cookie', 'a=1');
        res.setHeader('set-cookie', ['a=1', 'b=2']);
        res.setHeader('Set-Cookie', ['c=3']);
        res.end();
      });
      assert.deepEqual(all('Set-Cookie'), ['a=1', 'b=2', 'c=3']);
    });

    test('appendHeader keeps what there is', async () => {
      const { all } = await responseOf(framework, (_req, res) => {
        res.appendHeader('X-A', '1');
        res.appendHeader('X-A', ['2', '3']);
        res.end();
      });
      assert.deepEqual(all('X-A'), ['1', '2', '3']);
    });

    test('the event header comes before the headers go', async () => {
      const { get } = await responseOf(framework, (_req, res) => {
        assert.equal(
          res.on('header', () => res.setHeader('X-Late', String(res.headersSent))),
          res,
        );
        res.send('x');
      });
      assert.equal(get('X-Late'), 'false');
    });

    test('headerSent is headersSent', async () => {
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

test('responses that are not of an application stay as Node made them', () => {
  assert.equal(typeof lines[3].maglev, 'function');
  assert.equal('_hasConnectPatch' in http.ServerResponse.prototype, false);
});
