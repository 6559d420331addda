import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, suite } from '../support/api.js';

suite('maglev.Router', (framework) => {
  test('makes routers, with and without new', async () => {
    for (const router of [framework.Router(), new framework.Router()]) {
      router.get('/x', (req: any, res: any) => res.send(req.baseUrl));
      const app = framework();
      app.use('/r', router);
      assert.equal((await ask(app, '/r/x')).body, '/r');
    }
  });

  test('takes options', async () => {
    const router = framework.Router({ mergeParams: true, caseSensitive: true, strict: true });
    router.get('/x', (req: any, res: any) => res.json(req.params));
    const app = framework();
    app.use('/:id', router);
    assert.equal((await ask(app, '/7/x')).body, '{"id":"7"}');
    assert.equal((await ask(app, '/7/X')).status, 404);
    assert.equal((await ask(app, '/7/x/')).status, 404);
  });
});
