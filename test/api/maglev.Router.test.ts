import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest, suite } from '../support/api.js';

suite('maglev.Router', (framework, line) => {
  if (line === 3) {
    test('stores routes by method, and is mounted with its middleware', async () => {
      const router = new framework.Router({ caseSensitive: true, strict: true });
      assert.deepEqual(Object.keys(router), [
        'map',
        'params',
        '_params',
        'caseSensitive',
        'strict',
        'middleware',
      ]);
      assert.equal(
        router.get('/x', (_req: any, res: any) => res.send('found')),
        router,
      );
      assert.equal(router.match('GET', '/x?y').path, '/x');
      assert.equal(router.match('GET', '/X'), undefined);
      assert.equal(router.match('HEAD', '/x').method, 'get');
      const app = framework();
      app.use('/r', router.middleware);
      assert.equal((await sendRequest(app, '/r/x')).body, 'found');
      assert.equal((await sendRequest(app, '/r/x/')).status, 404);
    });

    test('throws for routes without a path, and for callbacks that are not functions', () => {
      const router = new framework.Router();
      assert.throws(() => router.get(), { name: 'Error', message: 'Router#get() requires a path' });
      assert.throws(() => router.get('/x', {}), {
        name: 'Error',
        message: '.get() requires callback functions but got a [object Object]',
      });
      assert.throws(() => router.get('/x', [() => {}, new Array(1)]), {
        name: 'Error',
        message: '.get() requires callback functions but got a [object Undefined]',
      });
    });
    return;
  }

  test('creates routers, with and without new', async () => {
    for (const router of [framework.Router(), new framework.Router()]) {
      router.get('/x', (req: any, res: any) => res.send(req.baseUrl));
      const app = framework();
      app.use('/r', router);
      assert.equal((await sendRequest(app, '/r/x')).body, '/r');
    }
  });

  test('takes options', async () => {
    const router = framework.Router({ mergeParams: true, caseSensitive: true, strict: true });
    router.get('/x', (req: any, res: any) => res.json(req.params));
    const app = framework();
    app.use('/:id', router);
    assert.equal((await sendRequest(app, '/7/x')).body, '{"id":"7"}');
    assert.equal((await sendRequest(app, '/7/X')).status, 404);
    assert.equal((await sendRequest(app, '/7/x/')).status, 404);
  });
});
