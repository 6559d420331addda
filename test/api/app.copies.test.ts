import assert from 'node:assert/strict';
import type http from 'node:http';
import { test } from 'node:test';
import { by, listening, sendRequest, sendToPort, suite } from '../support/api.js';

type App = any;

const say = (text: string) => (_req: any, res: any) => res.end(text);
/** A listener by which a copy answers, though it need not be callable itself. */
const through = (copy: App) => (req: any, res: any) => copy.handle(req, res);

/** The ways in which people make something else of an application. */
const ways: Record<string, (app: App) => App> = {
  'its members on a function around it': (app) =>
    Object.assign((req: any, res: any, next: any) => app(req, res, next), app),
  'its members in an object': (app) => ({ ...app }),
  'all its properties on another function': (app) => {
    const copy = function (req: any, res: any, next: any) {
      (copy as App).handle(req, res, next);
    };
    for (const name of Object.getOwnPropertyNames(app)) {
      if (!Object.hasOwn(copy, name))
        Object.defineProperty(copy, name, Object.getOwnPropertyDescriptor(app, name)!);
    }
    return copy;
  },
  'an object that derives from it': (app) => Object.create(app),
};

/** Registers by each member that leads to the router. */
function furnish(framework: any, app: App): void {
  app.param('id', (_req: any, res: any, next: any, id: string) => {
    res.write(`${id} `);
    next();
  });
  app.get('/get/:id', say('get'));
  app.all('/all', say('all'));
  app.use('/use', say('use'));
  app.use(
    '/in',
    framework().get('/', (req: any, res: any) => res.end(String(req.app.parent === app))),
  );
  if (typeof app.route === 'function') app.route('/route').get(say('route'));
}

const paths = ['/get/7', '/all', '/use', '/in', '/route', '/none'];

async function answers(app: App): Promise<string[]> {
  const seen: string[] = [];
  for (const path of paths) {
    const { status, body } = await sendRequest(app, path);
    seen.push(status === 200 ? body : String(status));
  }
  return seen;
}

suite('a copy of an application', (framework, line) => {
  const all = ['7 get', 'all', 'use', 'true', by(line, { 5: 'route', 4: 'route', 3: '404' }), '404'];
  const none = paths.map(() => '404');

  for (const [way, copyOf] of Object.entries(ways)) {
    test(`registers and answers as ${way}`, async () => {
      const app = framework();
      const copy = copyOf(app);
      furnish(framework, copy);
      assert.deepEqual(await answers(through(copy)), all);
      // In 4.x the router comes when it is needed, and then it is that of the copy alone.
      assert.deepEqual(await answers(through(app)), line === 4 ? none : all);
    });

    test(`answers what was registered before as ${way}`, async () => {
      const app = framework();
      furnish(framework, app);
      const copy = copyOf(app);
      assert.deepEqual(await answers(through(copy)), all);
    });
  }

  if (line !== 3)
    test('registers in a router of its own', async () => {
      const key = by(line, { 5: 'router', 4: '_router' });
      const app = framework();
      app.get('/get/:id', say('the first'));
      for (const target of [Object.create(app), app]) {
        const own = framework.Router();
        Object.defineProperty(target, key, { configurable: true, value: own });
        furnish(framework, target);
        assert.equal(own.stack.length, 5);
        assert.deepEqual(await answers(through(target)), all);
        const parent = framework();
        parent.use('/mounted', target);
        assert.equal((await sendRequest(parent, '/mounted/all')).body, 'all');
      }
    });
});

suite('listen, borrowed from an application', (framework) => {
  test('serves any listener', async () => {
    for (const { listen } of [framework.application, framework()]) {
      const server: http.Server = listen.call(say('plain'), 0, '127.0.0.1');
      const { body } = await sendToPort(await listening(server));
      await new Promise((resolve) => server.close(resolve));
      assert.equal(body, 'plain');
    }
  });

  test('needs none', async () => {
    for (const receiver of [undefined, {}]) {
      const server: http.Server = framework().listen.call(receiver, 0, '127.0.0.1');
      await listening(server);
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
