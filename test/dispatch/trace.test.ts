import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { channel, tracingChannel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { setImmediate as later } from 'node:timers/promises';
import { type Framework, lines, sendRequest } from '../support/api.js';

const EVENTS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;
const layers = tracingChannel<any, any>('maglev:layer');

/** Collects the events published while `work` runs, as `event name` plus the result of `describeMessage`. */
async function traced(
  work: () => Promise<unknown>,
  describeMessage = (_message: any) => '',
): Promise<string[]> {
  const seen: string[] = [];
  const subscribers = Object.fromEntries(
    EVENTS.map((event) => [
      event,
      (message: any) => seen.push(`${event} ${message.name}${describeMessage(message)}`),
    ]),
  );
  layers.subscribe(subscribers as any);
  try {
    await work();
  } finally {
    layers.unsubscribe(subscribers as any);
  }
  // 4.x starts with two internal layers.
  return seen.filter((event) => !/ (query|expressInit)\b/.test(event));
}

for (const line of [5, 4] as const) {
  const { maglev } = lines[line];
  const create = (): Framework => maglev().set('env', 'test');
  const dispatch = line === 5 ? 'handle' : 'bound dispatch';

  describe(`tracing of layers (${line}.x)`, () => {
    test('publishes nested events for middleware, routers, routes and their handlers', async () => {
      const app = create();
      const router = maglev.Router();
      router.get('/:id', function show(_req: any, res: any) {
        res.end();
      });
      app.use(function first(_req: any, _res: any, next: any) {
        next();
      });
      app.use('/users', router);
      const describeMessage = ({ type, route, baseUrl, req, res, layer }: any) => {
        assert.equal(req.socket, res.socket);
        assert.equal(typeof layer.handle, 'function');
        return ` ${type} ${route?.path ?? '-'} ${baseUrl || '-'}`;
      };
      assert.deepEqual(await traced(() => sendRequest(app, '/users/7'), describeMessage), [
        'start first middleware - -',
        'asyncStart first middleware - -',
        'start router router - /users',
        `start ${dispatch} route /:id /users`,
        'start show handler /:id /users',
        'end show handler /:id /users',
        `end ${dispatch} route /:id /users`,
        'end router router - /users',
        'asyncEnd first middleware - -',
        'end first middleware - -',
      ]);
    });

    test('publishes asynchronous calls of next and the fulfilment of promises', async () => {
      const app = create();
      app.use(function waiting(_req: any, _res: any, next: any) {
        setImmediate(next);
      });
      const responded = new Promise<void>((resolve) => {
        app.use(async function promising(_req: any, res: any) {
          await later();
          res.end();
          later().then(resolve);
        });
      });
      assert.deepEqual(await traced(() => Promise.all([sendRequest(app), responded])), [
        'start waiting',
        'end waiting',
        'asyncStart waiting',
        'start promising',
        'end promising',
        'asyncEnd waiting',
        'asyncStart promising',
        'asyncEnd promising',
      ]);
    });

    test('publishes each error once, and only layers that run', async () => {
      const failing: [string, (next: any) => unknown][] = [
        ['thrown', () => assert.fail('thrown')],
        ['passed on', (next) => next(new Error('passed on'))],
      ];
      if (line === 5) failing.push(['rejected', async () => Promise.reject(new Error('rejected'))]);
      for (const [message, fail] of failing) {
        const app = create();
        app.use(function failing(_req: any, _res: any, next: any) {
          return fail(next);
        });
        app.use(function skipped(_req: any, res: any) {
          res.end();
        });
        app.use(function rescue(_error: any, _req: any, res: any, _next: any) {
          res.end('rescued');
        });
        const seen = await traced(
          async () => assert.equal((await sendRequest(app)).body, 'rescued'),
          ({ error }) => (error ? `: ${error.message}` : ''),
        );
        assert.deepEqual(
          seen.filter((event) => !event.startsWith('end ')),
          [
            'start failing',
            `error failing: ${message}`,
            `asyncStart failing: ${message}`,
            'start rescue',
            `asyncEnd failing: ${message}`,
          ],
        );
      }
    });

    test("does not publish 'route' and 'router' as errors", async () => {
      for (const word of ['route', 'router']) {
        const app = create();
        app.get('/', function skipping(_req: any, _res: any, next: any) {
          next(word);
        });
        const seen = await traced(() => sendRequest(app));
        assert.deepEqual(
          seen.filter((event) => event.startsWith('error')),
          [],
        );
      }
    });

    test('runs a layer, and only that layer, in bound stores', async () => {
      const storage = new AsyncLocalStorage<string>();
      const app = create();
      app.use(async function outer(_req: any, res: any, next: any) {
        await later();
        res.locals.seen = [storage.getStore()];
        next();
      });
      app.get('/', async function inner(_req: any, res: any) {
        await later();
        res.end(JSON.stringify([...res.locals.seen, storage.getStore()]));
      });
      const path = ({ name }: any) => `${storage.getStore() ?? ''}/${name}`;
      layers.start.bindStore(storage, path);
      try {
        const [outer, inner] = JSON.parse((await sendRequest(app)).body);
        assert.match(outer, /\/outer$/);
        assert.equal(inner, `${outer}/${dispatch}/inner`);
      } finally {
        layers.start.unbindStore(storage);
      }
      assert.deepEqual(JSON.parse((await sendRequest(app)).body), [null, null]);
    });

    test('publishes with one subscriber of any event, and stops without subscribers', async () => {
      const app = create();
      app.use(function broken() {
        throw new Error('broken');
      });
      app.use((error: any, _req: any, res: any, _next: any) => res.status(400).end(error.message));
      const untraced = await sendRequest(app);
      for (const event of EVENTS) {
        const seen: string[] = [];
        const listen = ({ name }: any) => seen.push(name);
        const one = channel(`tracing:maglev:layer:${event}`);
        one.subscribe(listen);
        assert.equal((await sendRequest(app)).raw, untraced.raw);
        one.unsubscribe(listen);
        await sendRequest(app);
        assert.deepEqual(
          seen.filter((name) => name === 'broken'),
          ['broken'],
          event,
        );
      }
    });

    if (line === 4)
      test('leaves rejected promises unhandled', async () => {
        const app = create();
        app.use(async function rejecting(_req: any, res: any) {
          res.end();
          throw new Error('rejected');
        });
        const listeners = process.listeners('unhandledRejection');
        process.removeAllListeners('unhandledRejection');
        try {
          const unhandled = once(process, 'unhandledRejection');
          const seen = await traced(async () => {
            await sendRequest(app);
            assert.equal((await unhandled)[0].message, 'rejected');
          });
          assert.deepEqual(seen, [
            'start rejecting',
            'end rejecting',
            'error rejecting',
            'asyncStart rejecting',
            'asyncEnd rejecting',
          ]);
        } finally {
          for (const listener of listeners) process.on('unhandledRejection', listener);
        }
      });
  });
}
