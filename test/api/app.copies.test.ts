import assert from 'node:assert/strict';
import type http from 'node:http';
import { test } from 'node:test';
import { by, listening, sendRequest, sendToPort, suite } from '../support/api.js';

type App = any;

const respond = (text: string) => (_req: any, res: any) => res.end(text);
/** A request listener for a copy, which does not have to be callable itself. */
const listenerOf = (copy: App) => (req: any, res: any) => copy.handle(req, res);

/** How users copy or wrap an application. */
const copies: Record<string, (app: App) => App> = {
  'a wrapper function with its members': (app) =>
    Object.assign((req: any, res: any, next: any) => app(req, res, next), app),
  'an object with its members': (app) => ({ ...app }),
  'another function with all of its properties': (app) => {
    const copy = function (req: any, res: any, next: any) {
      (copy as App).handle(req, res, next);
    };
    for (const name of Object.getOwnPropertyNames(app)) {
      if (!Object.hasOwn(copy, name))
        Object.defineProperty(copy, name, Object.getOwnPropertyDescriptor(app, name)!);
    }
    return copy;
  },
  'an object that inherits from it': (app) => Object.create(app),
};

/** Registers a handler with each member that uses the router. */
function register(framework: any, app: App): void {
  app.param('id', (_req: any, res: any, next: any, id: string) => {
    res.write(`${id} `);
    next();
  });
  app.get('/get/:id', respond('get'));
  app.all('/all', respond('all'));
  app.use('/use', respond('use'));
  app.use(
    '/in',
    framework().get('/', (req: any, res: any) => res.end(String(req.app.parent === app))),
  );
  if (typeof app.route === 'function') app.route('/route').get(respond('route'));
}

const paths = ['/get/7', '/all', '/use', '/in', '/route', '/none'];

async function responses(app: App): Promise<string[]> {
  const results: string[] = [];
  for (const path of paths) {
    const { status, body } = await sendRequest(app, path);
    results.push(status === 200 ? body : String(status));
  }
  return results;
}

suite('a copy of an application', (framework, line) => {
  const all = ['7 get', 'all', 'use', 'true', by(line, { 5: 'route', 4: 'route', 3: '404' }), '404'];
  const none = paths.map(() => '404');

  for (const [kind, copyOf] of Object.entries(copies)) {
    test(`registers and responds as ${kind}`, async () => {
      const app = framework();
      const copy = copyOf(app);
      register(framework, copy);
      assert.deepEqual(await responses(listenerOf(copy)), all);
      // 4.x creates the router on first use, so it belongs to the copy alone.
      assert.deepEqual(await responses(listenerOf(app)), line === 4 ? none : all);
    });

    test(`runs handlers that were registered before the copy as ${kind}`, async () => {
      const app = framework();
      register(framework, app);
      const copy = copyOf(app);
      assert.deepEqual(await responses(listenerOf(copy)), all);
    });
  }

  if (line !== 3)
    test('registers in its own router', async () => {
      const key = by(line, { 5: 'router', 4: '_router' });
      const app = framework();
      app.get('/get/:id', respond('the first'));
      for (const target of [Object.create(app), app]) {
        const own = framework.Router();
        Object.defineProperty(target, key, { configurable: true, value: own });
        register(framework, target);
        assert.equal(own.stack.length, 5);
        assert.deepEqual(await responses(listenerOf(target)), all);
        const parent = framework();
        parent.use('/mounted', target);
        assert.equal((await sendRequest(parent, '/mounted/all')).body, 'all');
      }
    });
});

suite('app.listen, called on another object', (framework) => {
  test('serves any listener', async () => {
    for (const { listen } of [framework.application, framework()]) {
      const server: http.Server = listen.call(respond('plain'), 0, '127.0.0.1');
      const { body } = await sendToPort(await listening(server));
      await new Promise((resolve) => server.close(resolve));
      assert.equal(body, 'plain');
    }
  });

  test('does not need a listener', async () => {
    for (const receiver of [undefined, {}]) {
      const server: http.Server = framework().listen.call(receiver, 0, '127.0.0.1');
      await listening(server);
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
