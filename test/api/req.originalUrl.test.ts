import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, sendRequest, suite } from '../support/api.js';

suite('req.originalUrl', (framework, line) => {
  test('stays the same if req.url is rewritten', async () => {
    const app = framework();
    app.use((req: any, _res: any, next: any) => {
      req.url = '/new?x=1';
      next();
    });
    app.get('/new', (req: any, res: any) => res.send(`${req.originalUrl} ${req.url} ${req.query.x}`));
    assert.equal(
      (await sendRequest(app, '/old')).body,
      by(line, { 5: '/old /new?x=1 1', 4: '/old /new?x=1 undefined' }),
    );
  });
});
