import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest, suite } from '../support/api.js';

suite(
  'req.baseUrl',
  (framework) => {
    test('is the path of the mount', async () => {
      const app = framework();
      const sub = framework();
      const router = framework.Router();
      const show = (req: any, res: any) => res.send([req.baseUrl, req.url, req.originalUrl].join(' '));
      router.get('/leaf', show);
      sub.use('/b', router);
      sub.get('/leaf', show);
      app.use('/:a', sub);
      app.get('/', show);
      assert.equal((await sendRequest(app, '/x/b/leaf?q')).body, '/x/b /leaf?q /x/b/leaf?q');
      assert.equal((await sendRequest(app, '/x/leaf')).body, '/x /leaf /x/leaf');
      assert.equal((await sendRequest(app, '/')).body, ' / /');
    });
  },
  [5, 4],
);
