import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest, suite } from '../support/api.js';

suite(
  'app.lazyrouter',
  (framework) => {
    test('creates the router once', () => {
      const app = framework();
      app.lazyrouter();
      const { _router } = app;
      app.lazyrouter();
      assert.equal(app._router, _router);
    });

    test('can be overridden to add layers at the front', async () => {
      const app = framework();
      const { lazyrouter } = app;
      app.lazyrouter = function () {
        const fresh = !this._router;
        lazyrouter.call(this);
        if (fresh)
          this._router.use((_req: any, res: any, next: any) => next(res.set('X-First', 'yes') && null));
      };
      app.get('/', (_req: any, res: any) => res.send('sent'));
      const { body, get } = await sendRequest(app);
      assert.deepEqual([body, get('X-First')], ['sent', 'yes']);
    });

    test('is not needed to respond 404', async () => {
      const { status, get } = await sendRequest(framework());
      assert.deepEqual([status, get('X-Powered-By')], [404, undefined]);
    });
  },
  [4],
);
