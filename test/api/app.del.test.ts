import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest, suite } from '../support/api.js';

suite(
  'app.del',
  (framework) => {
    test('is an alias of app.delete', async () => {
      const app = framework();
      assert.equal(
        app.del('/x', (_req: any, res: any) => res.send('gone')),
        app,
      );
      assert.equal((await sendRequest(app, { method: 'DELETE', path: '/x' })).body, 'gone');
    });
  },
  [4, 3],
);
