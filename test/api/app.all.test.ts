import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { sendRequest, stackOf, suite } from '../support/api.js';

suite('app.all', (framework, line) => {
  test('routes every method', async () => {
    const app = framework();
    assert.equal(
      app.all('/x', (req: any, res: any) => res.set('X-Verb', req.method).end()),
      app,
    );
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      assert.equal((await sendRequest(app, { method, path: '/x' })).get('X-Verb'), method);
    }
  });

  test('runs once and passes the request on to later routes', async () => {
    const app = framework();
    let calls = 0;
    app.all('/x', (_req: any, _res: any, next: any) => {
      calls++;
      next();
    });
    app.get('/x', (_req: any, res: any) => res.send(String(calls)));
    assert.equal((await sendRequest(app, '/x')).body, '1');
  });

  test('registers a layer for each method', () => {
    const app = framework();
    app.all('/x', () => {});
    if (line === 3) {
      assert.deepEqual(
        Object.keys(app.routes),
        http.METHODS.map((method) => method.toLowerCase()),
      );
      assert.deepEqual([app.routes.propfind[0].path, app.routes.propfind[0].method], ['/x', 'propfind']);
      return;
    }
    const { route } = stackOf(app).at(-1);
    assert.equal(route.stack.length, http.METHODS.length);
    assert.equal(route.methods.propfind, true);
  });
});
