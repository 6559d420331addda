import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { listening, sendToPort, suite } from '../support/api.js';

suite(
  'maglev.query',
  (framework) => {
    const parsed = async (path: string, options?: unknown, before?: unknown) => {
      const layer = framework.query(options);
      const server = http.createServer((req: any, res) => {
        if (before) req.query = before;
        layer(req, res, () => res.end(JSON.stringify(req.query)));
      });
      const port = await listening(server.listen(0, '127.0.0.1'));
      const { body } = await sendToPort(port, path);
      server.close();
      return JSON.parse(body);
    };

    test('parses the query with qs and its options', async () => {
      assert.deepEqual(await parsed('/?a[b]=1&toString=2'), { a: { b: '1' }, toString: '2' });
      assert.deepEqual(await parsed('/?a;b', { delimiter: ';' }), { a: '', b: '' });
      for (const allowPrototypes of [false, null]) {
        assert.deepEqual(await parsed('/?toString=2', { allowPrototypes }), {});
      }
      assert.deepEqual(await parsed('/?toString=2', { allowPrototypes: undefined }), { toString: '2' });
    });

    test('parses with a custom function, and skips a query that has been parsed', async () => {
      assert.deepEqual(await parsed('/?a', (text: string) => ({ text })), { text: 'a' });
      assert.deepEqual(await parsed('/?a', undefined, { own: 1 }), { own: 1 });
    });
  },
  [4],
);
