/** Known attacks on routing: maglev must behave like Express, in bounded time. */
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
    // Three parameters are at best quadratic in a RegExp; Express itself is slow with 16,000.
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
          // path-to-regexp may reject so many groups, which is bounded, too.
          assert.ok(error instanceof Error);
        }
        await visit(router, 'GET /x/3/7/z');
      });
      assert.ok(process.memoryUsage().heapUsed - before < 200e6);
    });

    test('of a small number match every combination', async () => {
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

routing('methods named like members of Object.prototype', ({ Router, createApp }) => {
  // CVE-2026-47219
  for (const method of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'CONSTRUCTOR', 'valueOf']) {
    test(`${method} matches no route of another method`, async () => {
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

  test('are rejected by the HTTP parser', async () => {
    const app = createApp();
    app.get('/', (_req: any, res: any) => res.send('never'));
    const response = await sendRequest(app, { method: 'constructor', path: '/' });
    assert.equal(response.status, 400);
  });
});

/** The behaviour of each major version, recorded on Express and expected of all sides that follow. */
const observed: Record<string, string> = {};

routing('a guard before a route', ({ Router, line }) => {
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
    'a route with a parameter': (router, route) => router.get(['/admin', '/admin/:x'], route),
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
            // The first side of each major version is Express.
            observed[key] ??= ran;
            assert.equal(ran, observed[key], url);
          }
        });
      }
    }
  }

  test('of the same path: runs whenever the route runs, for the spellings of past attacks', async () => {
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

  test('of the same path: always runs before the route', async () => {
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

  test('of a mount path: always runs before the mounted router', async () => {
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

  // find-my-way below 9.10 inserted parameter names into its generated code.
  test('are never executed as code', async () => {
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

  test('named like members of Object.prototype do not change it', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/:constructor/:hasOwnProperty', trace.pass('get'));
    router.get('/:valueOf', trace.pass('one'));
    assert.equal(await trace.of(router, 'GET /a/b'), 'get out');
    assert.equal(await trace.of(router, 'GET /__proto__'), 'one out');
    assert.equal(({} as any).a, undefined);
  });
});
