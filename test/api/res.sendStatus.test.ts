import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, responseOf, suite } from '../support/api.js';

suite(
  'res.sendStatus',
  (framework, line, version) => {
    test('sends the status text as the body', async () => {
      const { status, body, get } = await responseOf(framework, (_req, res) => res.sendStatus(404));
      assert.deepEqual([status, body, get('Content-Type')], [404, 'Not Found', 'text/plain; charset=utf-8']);
    });

    test('sends the number of an unknown status', async () => {
      const { status, body } = await responseOf(framework, (_req, res) => res.sendStatus(599));
      assert.deepEqual([status, body], [599, '599']);
    });

    test('throws for an invalid status', async () => {
      const { body } = await responseOf(framework, (_req, res) => {
        try {
          res.sendStatus('x');
        } catch (error: any) {
          res.statusCode = 500;
          res.end(error.message);
        }
      });
      const own = 'Invalid status code: "x". Status code must be an integer.';
      assert.equal(body, by(line, { 5: own, 4: `Invalid status code: ${version === 1 ? 'x' : 0}` }));
    });
  },
  [5, 4],
);
