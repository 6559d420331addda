import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest, suite } from '../support/api.js';

suite(
  'maglev.createServer',
  (framework) => {
    test('creates applications', async () => {
      const app = framework.createServer();
      app.get('/', (_req: any, res: any) => res.send('hello'));
      assert.equal((await sendRequest(app)).body, 'hello');
    });
  },
  [3],
);
