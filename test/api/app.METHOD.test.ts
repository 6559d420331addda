import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { by, sendRequest, suite } from '../support/api.js';

suite('app.METHOD', (framework, line) => {
  for (const method of http.METHODS) {
    test(`app.${method.toLowerCase()} is an anonymous function with one parameter`, () => {
      const register = framework()[method.toLowerCase()];
      assert.deepEqual([register.name, register.length], ['', 1]);
    });
  }

  for (const method of http.METHODS.filter((name) => name !== 'CONNECT')) {
    test(`app.${method.toLowerCase()} routes ${method}`, async () => {
      const app = framework();
      const verb = method.toLowerCase();
      assert.equal(
        app[verb]('/x', (_req: any, res: any) => res.set('X-Verb', method).end()),
        app,
      );
      assert.equal((await sendRequest(app, { method, path: '/x' })).get('X-Verb'), method);
    });
  }

  test('runs handlers in order, including nested arrays, until one responds', async () => {
    const app = framework();
    const add = (text: string) => (req: any, _res: any, next: any) => {
      req.text = (req.text ?? '') + text;
      next();
    };
    app.get('/', add('a'), [add('b'), [add('c')]], (req: any, res: any) => res.send(req.text));
    assert.equal((await sendRequest(app)).body, 'abc');
  });

  test('responds to HEAD with the GET route, unless a HEAD route was registered first', async () => {
    const app = framework();
    app.head('/both', (_req: any, res: any) => res.set('X-By', 'head').end());
    app.get('/both', (_req: any, res: any) => res.set('X-By', 'get').end());
    app.get('/one', (_req: any, res: any) => res.set('X-By', 'get').end());
    assert.equal((await sendRequest(app, { method: 'HEAD', path: '/both' })).get('X-By'), 'head');
    assert.equal((await sendRequest(app, { method: 'HEAD', path: '/one' })).get('X-By'), 'get');
  });

  test('responds to OPTIONS with the allowed methods', async () => {
    const app = framework();
    app.get('/x', () => {});
    app.put('/x', () => {});
    const { body, get } = await sendRequest(app, { method: 'OPTIONS', path: '/x' });
    const methods = by(line, { 5: 'GET, HEAD, PUT', 4: 'GET,HEAD,PUT' });
    assert.deepEqual([body, get('Allow')], [methods, methods]);
  });

  test('passes thrown and rejected errors to the error handler', async () => {
    const app = framework();
    app.get('/throw', () => {
      throw new Error('thrown');
    });
    app.get('/reject', async () => {
      throw new Error('rejected');
    });
    app.use((error: any, _req: any, res: any, _next: any) => res.status(500).send(error.message));
    assert.equal((await sendRequest(app, '/throw')).body, 'thrown');
    // In 4.x the rejection is unhandled, and no response is sent.
    if (line === 5) assert.equal((await sendRequest(app, '/reject')).body, 'rejected');
  });
});
