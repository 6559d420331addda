import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest, suite } from '../support/api.js';

suite('req.method', (framework) => {
  test('is the method of the request, also if a GET route handles HEAD', async () => {
    const app = framework();
    app.get('/', (req: any, res: any) => res.set('X-Method', req.method).end());
    assert.equal((await sendRequest(app)).get('X-Method'), 'GET');
    assert.equal((await sendRequest(app, { method: 'HEAD' })).get('X-Method'), 'HEAD');
  });

  test('can be changed by middleware', async () => {
    const app = framework();
    app.use((req: any, _res: any, next: any) => {
      req.method = 'PUT';
      next();
    });
    app.put('/', (_req: any, res: any) => res.send('put'));
    assert.equal((await sendRequest(app, { method: 'POST' })).body, 'put');
  });
});
