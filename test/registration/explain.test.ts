import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routing, Trace } from '../support/routing.js';

/** The steps of an explanation, including those of mounted routers, as `index why matched`. */
const outline = (steps: readonly any[]): unknown[] =>
  steps.map(({ index, why, matched, inner }) =>
    inner === null ? `${index} ${why} ${matched}` : [`${index} ${why} ${matched}`, ...outline(inner)],
  );

routing(
  'explain()',
  ({ Router, createApp, line }) => {
    test('marks layers that are known to match as certain', () => {
      const router = Router();
      router.use(() => {});
      router.get('/users/:id', () => {});
      router.get('/users/me', () => {});
      router.get('/other', () => {});
      assert.deepEqual(outline(router.explain('GET', '/users/me').steps), [
        '0 certain ',
        '1 certain /users/me',
        '2 certain /users/me',
      ]);
    });

    test('marks layers whose matcher is called, and omits those that do not match', () => {
      const router = Router();
      router.get('/f/:name.json', () => {});
      router.get('/f/:a-:b', () => {});
      assert.deepEqual(outline(router.explain('/f/x.json').steps), ['0 needs-match /f/x.json']);
      assert.deepEqual(outline(router.explain('/f/1-2').steps), ['1 needs-match /f/1-2']);
      assert.deepEqual(outline(router.explain('/f/plain').steps), []);
    });

    test('marks layers that only a RegExp can match', () => {
      const router = Router();
      router.get(/^\/a/, () => {});
      router.get('/a', () => {});
      router.stack.push({ match: () => true, path: '', params: {}, keys: [] });
      assert.deepEqual(outline(router.explain('/a').steps), [
        '0 regexp-only /a',
        '1 certain /a',
        '2 regexp-only ',
      ]);
    });

    test('marks layers as scanned if the path has no dispatch list', () => {
      const router = Router();
      router.use(() => {});
      router.get('/a', () => {});
      router.get(/a$/, () => {});
      const explanation = router.explain('//a');
      assert.equal(explanation.leaf, null);
      assert.deepEqual(outline(explanation.steps), ['0 scanned ', '2 scanned a']);
    });

    test('includes mounted routers and applications', () => {
      const inner = Router();
      inner.use(() => {});
      inner.get('/:id', () => {});
      inner.get('/other/:id', () => {});
      const router = Router();
      router.use('/in', inner);
      router.get('/in/:id', () => {});
      assert.deepEqual(outline(router.explain('/in/7').steps), [
        ['0 certain /in', '0 certain ', '1 certain /7'],
        '1 certain /in/7',
      ]);
      const app = createApp();
      app.use('/app', router);
      const [mount] = app.explain('GET', '/app/in/7').steps.slice(-1);
      assert.deepEqual(outline([mount]), [
        [
          `${line === 4 ? 2 : 0} certain /app`,
          ['0 certain /in', '0 certain ', '1 certain /7'],
          '1 certain /in/7',
        ],
      ]);
    });

    test('contains the path that each router sees', () => {
      const inner = Router().get('/:id', () => {});
      const { steps } = Router().use('/in', inner).explain('/in/7');
      assert.equal(steps[0].path, '/in/7');
      assert.equal(steps[0].inner[0].path, '/7');
    });

    test('contains the layers themselves', () => {
      const router = Router().get('/x', () => {});
      const [step] = router.explain('/x').steps;
      assert.equal(step.layer, router.stack[0]);
      assert.equal(step.record.path, '/x');
    });

    test('distinguishes methods and treats HEAD as GET', () => {
      const router = Router();
      router.get('/x', () => {});
      router.post('/x', () => {});
      router.all('/x', () => {});
      const indexes = (method: string): number[] =>
        router.explain(method, '/x').steps.map((step: any) => step.index);
      assert.deepEqual(indexes('GET'), [0, 2]);
      assert.deepEqual(indexes('HEAD'), [0, 2]);
      assert.deepEqual(indexes('POST'), [1, 2]);
      assert.deepEqual(indexes('BREW'), [2]);
    });

    test('takes a path, a string with method and path, or both as arguments', () => {
      const router = Router().post('/x', () => {});
      assert.equal(router.explain('POST', '/x').steps.length, 1);
      assert.equal(router.explain('POST /x').steps.length, 1);
      assert.equal(router.explain('/x').method, 'GET');
      assert.equal(router.explain('/x').steps.length, 0);
      const app = createApp();
      app.post('/x', () => {});
      for (const request of [['POST', '/x'], ['POST /x'], ['POST /x?q=1'], ['/x'], ['/x?q=1']]) {
        const { method, path, steps } = app.explain(...request);
        const runs = steps.some((step: any) => step.record.path === '/x');
        assert.deepEqual(
          [method, path, runs],
          [request[0]!.startsWith('/') ? 'GET' : 'POST', '/x', method === 'POST'],
        );
      }
    });

    test('prints ALL for the same routes as the listing', () => {
      const router = Router();
      const route = router.route('/x');
      for (const method of ['get', 'put', 'post', 'patch', 'delete', 'head', 'options', 'lock', 'unlock'])
        route[method](() => {});
      router.all('/x', () => {});
      const printed = String(router.explain('/x')).match(/route \S+/g);
      assert.deepEqual(
        printed,
        router.routes().map(({ methods }: any) => `route ${methods}`),
      );
    });

    test('has a text form', () => {
      const inner = Router();
      inner.get('/:id', () => {});
      const router = Router();
      router.use(function log() {});
      router.use('/users', inner);
      router
        .route('/users/:id')
        .get(() => {})
        .put(() => {});
      router.all(/^\/users/, () => {});
      assert.equal(
        router.explain('GET', '/users/7').toString(),
        [
          'GET /users/7 ends in /users/:',
          '  1. use log / (certain)',
          '  2. use router /users (certain, matches /users)',
          '     1. route GET /:id (certain, matches /7)',
          '  3. route GET,PUT /users/:id (certain, matches /users/7)',
          '  4. route ALL /^\\/users/ (regexp-only, matches /users)',
        ].join('\n'),
      );
      assert.equal(
        String(router.explain('DELETE', '//x')),
        'DELETE //x is matched by scanning the complete table: it is an unusual path\n  1. use log / (scanned)',
      );
      assert.equal(String(Router().explain('/x')), 'GET /x ends in no leaf\n  nothing runs');
    });

    test('lists the layers that a request runs, in order', async () => {
      const trace = new Trace();
      const router = Router();
      const inner = Router({ caseSensitive: true });
      const name = (target: any, register: (handler: any) => void): void => {
        register(trace.pass(`${target === inner ? 'i' : 'r'}${target.stack.length}`));
      };
      name(inner, (handler) => inner.get('/A', handler));
      name(inner, (handler) => inner.get('/:x', handler));
      name(inner, (handler) => inner.use('/A/b', handler));
      name(router, (handler) => router.use(handler));
      router.use('/in', inner);
      name(router, (handler) => router.get('/in/:x', handler));
      name(router, (handler) => router.get(['/in/a', '/:p/b'], handler));
      name(router, (handler) => router.post('/in/a', handler));
      name(router, (handler) => router.get(line === 5 ? '/*rest' : '*', handler));
      const listed = (steps: readonly any[], prefix: string): string[] =>
        steps.flatMap((step) => (step.inner ? listed(step.inner, 'i') : [`${prefix}${step.index}`]));
      for (const url of ['/in/a', '/in/A', '/IN/A/b', '/in', '/x/b/', '/', '//in/a', '/in/%41']) {
        for (const method of ['GET', 'POST']) {
          const { steps } = router.explain(method, url);
          const expected = await trace.of(router, `${method} ${url}`);
          assert.equal([...listed(steps, 'r'), 'out'].join(' '), expected, `${method} ${url}`);
        }
      }
    });

    test('reflects the current table', () => {
      const router = Router().get('/x', () => {});
      assert.equal(router.explain('/x').steps.length, 1);
      router.get('/:any', () => {});
      assert.equal(router.explain('/x').steps.length, 2);
      router.stack.shift();
      assert.deepEqual(outline(router.explain('/x').steps), ['0 certain /x']);
    });

    test('does not run handlers, and does not change path and params of layers', () => {
      const trace = new Trace();
      const router = Router();
      router.param('a', () => trace.steps.push('param'));
      router.get('/:a-:b', trace.pass('get'));
      router.explain('/1-2');
      assert.equal(trace.take(), '');
      assert.equal(router.stack[0].path, undefined);
      assert.equal(router.stack[0].params, undefined);
    });

    test('terminates for a router that is mounted in itself', () => {
      const router = Router();
      router.use('/a', router);
      router.get('/x', () => {});
      assert.deepEqual(outline(router.explain('/a/x').steps), ['0 certain /a']);
    });

    test('ignores the query', () => {
      assert.equal(
        Router()
          .get('/x', () => {})
          .explain('GET', '/x?q=1').steps.length,
        1,
      );
    });

    test('does not change the keys of layers', () => {
      const router = Router().get('/:a-:b', () => {});
      const [{ keys }] = router.stack;
      router.explain('/1-2');
      assert.equal(router.stack[0].keys, keys);
    });

    test('omits middleware that matches in the middle of the path', () => {
      assert.equal(
        Router()
          .use(/b/, () => {})
          .explain('/a/b').steps.length,
        0,
      );
    });

    test('throws for objects that are not routers of maglev', () => {
      assert.throws(() => Router().explain.call({ stack: [] }, '/x'), /need a router created by Router/);
    });
  },
  { only: 'maglev', engines: ['tree', 'trie'] },
);
