/** Attacks on routing that others have suffered: maglev must do what Express does, in bounded time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, Trace, visit } from '../support/routing.js';
import { quickly } from './quickly.js';
import { SPELLINGS } from './spellings.js';

const DASHES = `/${'-'.repeat(16_000)}a`;

routing('long paths of dashes', ({ Router, line }) => {
  // CVE-2024-45296, CVE-2024-52798
  test('do not make /:a-:b backtrack', async () => {
    const router = Router().get('/:a-:b', (_req: any, res: any) => res.end());
    await quickly(() => visit(router, `GET ${DASHES}`));
    await quickly(() => visit(router, `GET ${DASHES}/x`));
  });

  // CVE-2026-4867
  test('do not make /:a-:b-:c backtrack', async () => {
    const router = Router().get('/:a-:b-:c', (_req: any, res: any) => res.end());
    // Three parameters are quadratic at best in a RegExp; Express itself takes its time with 16,000.
    const dashes = line === 4 ? DASHES : `/${'-'.repeat(2000)}a`;
    await quickly(() => visit(router, `GET ${dashes}/x`));
  });

  if (line === 5) {
    // CVE-2026-4923
    test('do not make several wildcards backtrack', async () => {
      const router = Router().get('/*foo-*bar-:baz', (_req: any, res: any) => res.end());
      await quickly(() => visit(router, `GET /${'-'.repeat(1000)}a/`));
    });
  }
});

routing(
  'optional groups',
  ({ Router }) => {
    const groups = (count: number): string => Array.from({ length: count }, (_, i) => `{/${i}}`).join('');

    // CVE-2026-4926
    test('in a row are bounded in time and memory', async () => {
      const before = process.memoryUsage().heapUsed;
      await quickly(async () => {
        const router = Router();
        try {
          router.get(`/x${groups(30)}/:z`, (_req: any, res: any) => res.end());
        } catch (error) {
          // path-to-regexp may refuse so many; that is bounded, too.
          assert.ok(error instanceof Error);
        }
        await visit(router, 'GET /x/3/7/z');
      });
      assert.ok(process.memoryUsage().heapUsed - before < 200e6);
    });

    test('of a number that can be expanded match every way', async () => {
      const trace = new Trace();
      const router = Router().get(`/x${groups(6)}/:z`, trace.pass('get'));
      assert.equal(await trace.of(router, 'GET /x/z'), 'get out');
      assert.equal(await trace.of(router, 'GET /x/0/1/2/3/4/5/z'), 'get out');
      assert.equal(await trace.of(router, 'GET /x/1/4/z'), 'get out');
      assert.equal(await trace.of(router, 'GET /x/4/1/z'), 'out');
    });
  },
  { lines: [5], only: 'maglev' },
);

routing('methods named like members of objects', ({ Router, createApp }) => {
  // CVE-2026-47219
  for (const method of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'CONSTRUCTOR', 'valueOf']) {
    test(`${method} meets no route of others`, async () => {
      const trace = new Trace();
      const router = Router();
      router.get('/x', trace.pass('get'));
      router.post('/:id', trace.pass('post'));
      router.all('/x', trace.pass('all'));
      router.use(trace.pass('use'));
      assert.equal(await trace.of(router, `${method} /x`), 'all use out');
      assert.equal(await trace.of(router, `${method} /y`), 'use out');
    });
  }

  test('are refused over the wire', async () => {
    const app = createApp();
    app.get('/', (_req: any, res: any) => res.send('never'));
    const answer = await sendRequest(app, { method: 'constructor', path: '/' });
    assert.equal(answer.status, 400);
  });
});

/** What each line of Express does, observed once by the first side and demanded of all that follow. */
const observed: Record<string, string> = {};

routing('a guard in front of a route', ({ Router, line }) => {
  const guards: Record<string, (router: any, guard: any) => void> = {
    'use at the path': (router, guard) => router.use('/admin', guard),
    'all at the path': (router, guard) => router.all('/admin', guard),
    'a RegExp': (router, guard) => router.use(/^\/admin/i, guard),
    'a parameter': (router, guard) =>
      router.use('/:section', (req: any, res: any, next: any) =>
        req.params.section === 'admin' ? guard(req, res, next) : next(),
      ),
  };
  const routes: Record<string, (router: any, route: any, Router: any) => void> = {
    'a route': (router, route) => router.get('/admin', route),
    'a router': (router, route, Nested) => router.use('/admin', Nested().use(route)),
    'a route behind a parameter': (router, route) => router.get(['/admin', '/admin/:x'], route),
  };
  for (const [guardName, addGuard] of Object.entries(guards)) {
    for (const [routeName, addRoute] of Object.entries(routes)) {
      for (const options of [{}, { caseSensitive: true, strict: true }]) {
        test(`${guardName} before ${routeName} ${JSON.stringify(options)}: every spelling as in Express`, async () => {
          const trace = new Trace();
          const router = Router(options);
          addGuard(router, trace.pass('guard'));
          addRoute(router, trace.pass('route'), Router);
          for (const url of SPELLINGS) {
            const ran = await trace.of(router, `GET ${url}`);
            const key = [line, guardName, routeName, JSON.stringify(options), url].join();
            // The first side of each line is Express itself.
            observed[key] ??= ran;
            assert.equal(ran, observed[key], url);
          }
        });
      }
    }
  }

  test('of the same path: both run, or neither does, for the spellings of past attacks', async () => {
    const trace = new Trace();
    const router = Router();
    router.use('/admin', trace.pass('guard'));
    router.get('/admin', trace.pass('route'));
    const runs: Record<string, string> = {
      '/admin': 'guard route out',
      '/ADMIN': 'guard route out',
      '/admin/': 'guard route out',
      '/%61dmin': 'out',
      '//admin': 'out',
      '/admin;x': 'out',
      '/admin%2f': 'out',
      '/public/..%2fadmin/x': 'out',
    };
    for (const [url, expected] of Object.entries(runs)) {
      assert.equal(await trace.of(router, `GET ${url}`), expected, url);
    }
  });

  test('of the same path: the route never runs without it', async () => {
    for (const options of [{}, { caseSensitive: true }]) {
      const trace = new Trace();
      const router = Router(options);
      router.use('/admin', trace.pass('guard'));
      router.get('/admin', trace.pass('route'));
      for (const url of SPELLINGS) {
        const ran = await trace.of(router, `GET ${url}`);
        assert.ok(ran.includes('guard') || !ran.includes('route'), `${url}: ${ran}`);
      }
    }
  });

  test('of a mount: what is mounted never runs without it', async () => {
    const trace = new Trace();
    const router = Router();
    router.use('/admin', trace.pass('guard'));
    router.use('/admin', Router().use(trace.pass('route')));
    for (const url of SPELLINGS) {
      const ran = await trace.of(router, `GET ${url}`);
      assert.ok(ran.includes('guard') || !ran.includes('route'), `${url}: ${ran}`);
    }
  });
});

routing('names and paths', ({ Router, line }) => {
  const nasty = line === 5 ? '/:"a\'];process.exit(1);//"/:b' : "/a');process.exit(1);('/:b";

  // find-my-way below 9.10 wrote parameter names into the code it generated.
  test('never become code', async () => {
    const trace = new Trace();
    const router = Router();
    if (line === 5) {
      router.get(
        nasty,
        trace.look('quoted', (req) => Object.keys(req.params)),
      );
      router.get('/`$\\{process.exit\\(1\\)\\}`/:x', trace.pass('template'));
      router.get("/'+process.exit(1)+'/:y".replace(/[+()]/g, '\\$&'), trace.pass('concatenation'));
      assert.match(await trace.of(router, `GET /\`$${'{process.exit(1)}'}\`/1`), /template out$/);
      assert.match(await trace.of(router, "GET /'+process.exit(1)+'/1"), /concatenation out$/);
      assert.equal(await trace.of(router, 'GET /1/2'), `quoted ["a'];process.exit(1);//","b"] out`);
    }
    router.get("/quote'/:x", trace.pass('quote'));
    router.get('/double"/:x'.replace('"', line === 5 ? '\\"' : '"'), trace.pass('double'));
    router.get('/back\\\\slash/:x', trace.pass('backslash'));
    router.get('/line\u2028break/:x', trace.pass('line'));
    assert.match(await trace.of(router, "GET /quote'/1"), /quote out$/);
    assert.match(await trace.of(router, 'GET /double"/1'), /double out$/);
    assert.match(await trace.of(router, 'GET /line\u2028break/1'), /line out$/);
  });

  test('called like members of objects stay in their place', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/:constructor/:hasOwnProperty', trace.pass('get'));
    router.get('/:valueOf', trace.pass('one'));
    assert.equal(await trace.of(router, 'GET /a/b'), 'get out');
    assert.equal(await trace.of(router, 'GET /__proto__'), 'one out');
    assert.equal(({} as any).a, undefined);
  });
});
