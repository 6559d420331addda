import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, sendRequest, stackOf, suite } from '../support/api.js';

suite('app.router', (framework, line) => {
  if (line === 5)
    test('is created on first access and stays the same', () => {
      const app = framework();
      const { get, set, enumerable } = Object.getOwnPropertyDescriptor(app, 'router')!;
      assert.deepEqual([typeof get, set, enumerable], ['function', undefined, true]);
      assert.equal(app.router, app.router);
      assert.equal(app.router.stack.length, 0);
    });

  if (line === 4)
    test('throws; the router is app._router and starts with two layers', () => {
      const app = framework();
      assert.throws(() => app.router, {
        name: 'Error',
        message: /^'app.router' is deprecated!\nPlease see the 3/,
      });
      assert.equal(app._router, undefined);
      app.lazyrouter();
      assert.deepEqual(
        app._router.stack.map((layer: any) => layer.name),
        ['query', 'expressInit'],
      );
    });

  if (line === 3) {
    test('is a middleware, placed where it is used or else at the first route', async () => {
      const order = async (place: boolean) => {
        const app = framework();
        const seen: string[] = [];
        const record = (name: string) => (_req: any, _res: any, next: any) => {
          seen.push(name);
          next();
        };
        if (place) app.use(app.router);
        app.use(record('first'));
        app.get('/', record('route'));
        app.use(record('second'));
        await sendRequest(app);
        return seen;
      };
      assert.deepEqual(await order(false), ['first', 'route', 'second']);
      assert.deepEqual(await order(true), ['route', 'first', 'second']);
      const app = framework();
      assert.deepEqual([app.router, app.router.name], [app._router.middleware, 'router']);
    });

    test('is one of the layers in app.stack', () => {
      const app = framework();
      app.use(function first() {});
      app.get('/x', function second() {});
      app.use('/r/', framework());
      assert.deepEqual(
        app.stack.map(({ route, handle }: any) => [route, handle.name]),
        [
          ['', 'query'],
          ['', 'expressInit'],
          ['', 'first'],
          ['', 'router'],
          ['/r', app.stack.at(-1).handle.name],
        ],
      );
      assert.deepEqual(Object.keys(app.stack[2]), ['route', 'handle']);
    });

    test('follows changes to app.stack', async () => {
      const app = framework();
      app.use((_req: any, res: any) => res.send('first'));
      app.use((_req: any, res: any) => res.send('second'));
      app.stack.splice(2, 1);
      assert.equal((await sendRequest(app)).body, 'second');
      app.stack[2].handle = (_req: any, res: any) => res.send('replaced');
      assert.equal((await sendRequest(app)).body, 'replaced');
      app.stack[2].route = '/only';
      assert.equal((await sendRequest(app)).status, 404);
    });
  }

  if (line !== 3)
    test('lists layers in the order of registration', () => {
      const app = framework();
      app.use(function first() {});
      app.get('/x', function second() {});
      app.use('/r', framework.Router());
      assert.deepEqual(
        stackOf(app).map((layer: any) => layer.name),
        ['first', by(line, { 5: 'handle', 4: 'bound dispatch' }), 'router'],
      );
      assert.equal(stackOf(app)[1].route.path, '/x');
    });
});
