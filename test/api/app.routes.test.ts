import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listening, sendRequest, sendToPort, suite } from '../support/api.js';

suite(
  'app.routes',
  (framework) => {
    const respond = (text: string) => (_req: any, res: any) => res.send(text);

    test('lists the routes by method', () => {
      const app = framework();
      assert.deepEqual(app.routes, {});
      const callback = respond('x');
      app.get('/users/:id?', callback, [callback]);
      app.post(/^\/x/, callback);
      assert.deepEqual(Object.keys(app.routes), ['get', 'post']);
      const [route] = app.routes.get;
      assert.deepEqual(Object.keys(route), ['path', 'method', 'callbacks', 'keys', 'regexp']);
      assert.deepEqual(
        [route.path, route.method, route.callbacks, route.keys],
        ['/users/:id?', 'get', [callback, callback], [{ name: 'id', optional: true }]],
      );
      assert.equal(Array.isArray(app.routes.get), true);
      assert.deepEqual(app.routes.post[0].regexp, /^\/x/);
    });

    /** The response after a change, from a server that has handled a request before. */
    const after = async (change: (app: any) => void, path: string) => {
      const app = framework();
      app.get('/a', respond('first'));
      app.get('/:id', respond('second'));
      app.get('/b', respond('third'));
      const server = app.listen(0, '127.0.0.1');
      const port = await listening(server);
      try {
        await sendToPort(port, path);
        change(app);
        const { status, body } = await sendToPort(port, path);
        // Enough requests for maglev to compile the routes again and to use the result.
        for (let i = 0; i < 18; i++) assert.equal((await sendToPort(port, path)).body, body);
        return status === 200 ? body : status;
      } finally {
        server.close();
      }
    };

    test('removes a route when its entry is removed', async () => {
      assert.equal(await after((app) => app.routes.get.splice(0, 1), '/a'), 'second');
      assert.equal(await after((app) => app.routes.get.pop(), '/b'), 'second');
      assert.equal(await after((app) => app.routes.get.shift() && app.routes.get.shift(), '/a'), 404);
      assert.equal(await after((app) => delete app.routes.get, '/a'), 404);
      assert.equal(await after((app) => (app.routes.get.length = 0), '/a'), 404);
    });

    test('follows a new order, a new array and new routes', async () => {
      assert.equal(await after((app) => app.routes.get.reverse(), '/a'), 'second');
      const drop = (app: any) => {
        app.routes.get = app.routes.get.filter((route: any) => route.path !== '/:id');
      };
      assert.equal(await after(drop, '/x'), 404);
      assert.equal(await after(drop, '/b'), 'third');
      const route = new framework.Route('get', '/a', [respond('own')]);
      assert.equal(await after((app) => app.routes.get.unshift(route), '/a'), 'own');
      assert.equal(await after((app) => (app._router.map = { get: [route] }), '/a'), 'own');
    });

    test('follows changes to its entries', async () => {
      assert.equal(await after((app) => (app.routes.get[0].callbacks = [respond('new')]), '/a'), 'new');
      assert.equal(await after((app) => (app.routes.get[0].regexp = /^\/z/), '/a'), 'second');
      assert.equal(await after((app) => (app.routes.get[0].match = () => false), '/a'), 'second');
    });

    test('keeps an array of the user and follows changes to it', async () => {
      const own: any[] = [];
      const app = framework();
      app.get('/a', respond('first'));
      app.routes.get = own;
      assert.equal((await sendRequest(app, '/a')).status, 404);
      own.push(new framework.Route('get', '/a', [respond('own')]));
      assert.equal((await sendRequest(app, '/a')).body, 'own');
      app.get('/b', respond('added'));
      assert.deepEqual([own.length, (await sendRequest(app, '/b')).body], [2, 'added']);
    });
  },
  [3],
);
