import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, Trace, visit } from '../support/routing.js';

const where = (req: any): string[] => [req.url, req.baseUrl, req.originalUrl];

routing('paths', ({ Router, line, createApp }) => {
  const wild = line === 5 ? '/*rest' : '/*';

  test('in absolute form are matched without the host, which stays in req.url', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.get(
      '/x/:id',
      trace.look('inner', (req) => [...where(req), req.params.id]),
    );
    router.use('/in', inner);
    router.get('/in/x/7', trace.look('outer', where));
    const url = 'http://example.com:8080/in/x/7?q=http://other/';
    assert.equal(
      await trace.of(router, `GET ${url}`),
      `inner ["http://example.com:8080/x/7?q=http://other/","/in","${url}","7"] ` +
        `outer ["${url}","","${url}"] out`,
    );
  });

  test('in absolute form that are rewritten get their host back after a mount', async () => {
    const seen: string[] = [];
    const router = Router();
    router.use((req: any, _res: any, next: any) => {
      req.url = '/a';
      next();
    });
    router.use('/a', (_req: any, _res: any, next: any) => next());
    router.use((req: any, _res: any, next: any) => {
      seen.push(req.url);
      next();
    });
    await visit(router, 'GET http://host/a?x');
    assert.deepEqual(seen, ['http://host/a']);
  });

  test('in absolute form are routed by applications', async () => {
    const app = createApp();
    const inner = Router();
    inner.get('/x', (req: any, res: any) => res.json([req.url, req.baseUrl, req.path]));
    app.use('/in', inner);
    assert.equal(
      (await sendRequest(app, 'http://h.example/in/x?q')).body,
      '["http://h.example/x?q","/in","/x"]',
    );
  });

  test('in absolute form with only a host are /', async () => {
    const trace = new Trace();
    const router = Router();
    router.use('/', trace.pass('use'));
    router.get('/', trace.pass('root'));
    assert.equal(await trace.of(router, 'GET http://example.com'), 'use root out');
    assert.equal(await trace.of(router, 'GET http://example.com/'), 'use root out');
  });

  test('of OPTIONS * match middleware and RegExps', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(trace.pass('use'));
    router.use('/a', trace.pass('never'));
    router.options(wild, trace.pass('never'));
    router.options(/^\*$/, trace.pass('regexp'));
    assert.equal(await trace.of(router, 'OPTIONS *'), 'use regexp out');
  });

  test('with two slashes in a row have an empty segment', async () => {
    const trace = new Trace();
    const router = Router();
    router.use('/admin', trace.pass('use'));
    router.get('/admin', trace.pass('static'));
    router.get('/:one', trace.pass('one'));
    router.get('/:one/:two', trace.pass('two'));
    router.get(wild, trace.pass('wild'));
    assert.equal(await trace.of(router, 'GET //admin'), 'wild out');
    assert.equal(await trace.of(router, 'GET /admin//'), 'use wild out');
    assert.equal(await trace.of(router, 'GET /a//b'), 'wild out');
  });

  test('with dots are not normalized', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/secret', trace.pass('static'));
    router.get(
      '/public/:a/:b',
      trace.look('two', (req) => ({ ...req.params })),
    );
    assert.equal(await trace.of(router, 'GET /public/../secret'), 'two {"a":"..","b":"secret"} out');
  });

  test('are matched before they are decoded', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/admin', trace.pass('static'));
    router.get('/a%62c', trace.pass('encoded'));
    router.get(
      '/:any',
      trace.look('param', (req) => req.params.any),
    );
    assert.equal(await trace.of(router, 'GET /%61dmin'), 'param "admin" out');
    assert.equal(await trace.of(router, 'GET /a%62c'), 'encoded param "abc" out');
    assert.equal(await trace.of(router, 'GET /abc'), 'param "abc" out');
    assert.equal(await trace.of(router, 'GET /a%2Fb'), 'param "a/b" out');
    assert.equal(await trace.of(router, 'GET /%25'), 'param "%" out');
    assert.equal(await trace.of(router, 'GET /+'), 'param "+" out');
  });

  test('that cannot be decoded respond 400', async () => {
    const { error } = await visit(
      Router().get('/:any', () => {}),
      'GET /%zz',
    );
    assert.equal(error.status, 400);
    assert.ok(error instanceof URIError);
    assert.equal(error.message, "Failed to decode param '%zz'");
    const app = createApp();
    app.get('/:any', (_req: any, res: any) => res.end('never'));
    assert.equal((await sendRequest(app, '/%E0%A4%A')).status, 400);
  });

  test('that cannot be decoded fail only at a layer with parameters', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/%zz', trace.pass('static'));
    router.get('/x', trace.pass('never'));
    router.use(trace.pass('use'));
    router.get('/%zz', trace.end('responds'));
    router.get('/:any', trace.pass('never'));
    assert.equal(await trace.of(router, 'GET /%zz'), 'static use responds');
  });

  test('that cannot be decoded fail also in routes of other methods', async () => {
    const trace = new Trace();
    const router = Router();
    router.post('/:any', trace.pass('never'));
    router.get('/elsewhere', trace.pass('never'));
    router.use(trace.pass('never'));
    router.use(trace.rethrow('handler'));
    assert.equal(
      await trace.of(router, 'GET /%zz'),
      "handler!Failed to decode param '%zz' out!Failed to decode param '%zz'",
    );
  });

  test('that cannot be decoded fail in middleware, mounts and mounted routers', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.get('/:id', trace.pass('never'));
    router.use('/use/:any', trace.pass('use'));
    router.use('/in', inner);
    router.use(trace.forgive('handler'));
    for (const url of ['/use/%zz', '/in/%zz']) {
      assert.equal(await trace.of(router, `GET ${url}`), "handler!Failed to decode param '%zz' out");
    }
    assert.equal(await trace.of(router, 'GET /use/ok/%zz'), 'use out');
  });

  test('that cannot be decoded keep the first error', async () => {
    const router = Router();
    router.use((_req: any, _res: any, next: any) => next(new Error('first')));
    router.use('/:any', (_error: any, _req: any, _res: any, next: any) => next());
    assert.equal((await visit(router, 'GET /%zz')).error.message, 'first');
  });

  test('with Unicode match percent-encoded or literal, as in the route', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/é', trace.pass('character'));
    router.get('/%C3%A9', trace.pass('encoded'));
    router.get(
      '/:any',
      trace.look('param', (req) => req.params.any),
    );
    assert.equal(await trace.of(router, 'GET /é'), 'character param "é" out');
    assert.equal(await trace.of(router, 'GET /%C3%A9'), 'encoded param "é" out');
    assert.equal(await trace.of(router, 'GET /%c3%a9'), 'encoded param "é" out');
    assert.equal(await trace.of(router, 'GET /日本/x'), 'out');
  });

  test('with Unicode ignore case as a RegExp without the u flag does', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/é', trace.pass('e'));
    router.get('/k', trace.pass('k'));
    router.get('/ß', trace.pass('s'));
    assert.equal(await trace.of(router, 'GET /É'), 'e out');
    // The lower case of the Kelvin sign is k, but a RegExp folds it to itself.
    assert.equal(await trace.of(router, 'GET /\u212a'), 'out');
    assert.equal(await trace.of(router, 'GET /SS'), 'out');
  });

  test('with latin1 characters are not decoded before matching', async () => {
    const trace = new Trace();
    const router = Router();
    // Lenient servers decode the request line as latin1, so that the two bytes of é are two characters.
    router.get('/\u00c3\u00a9', trace.pass('bytes'));
    router.get(
      '/:any',
      trace.look('param', (req) => req.params.any.length),
    );
    assert.equal(await trace.of(router, 'GET /\u00c3\u00a9'), 'bytes param 2 out');
    assert.equal(await trace.of(router, 'GET /\u00e9'), 'param 1 out');
  });

  test('with spaces and fragments are parsed as by parseurl', async () => {
    const trace = new Trace();
    const router = Router();
    router.get(
      '/:any',
      trace.look('param', (req) => [req.params.any, req.url]),
    );
    assert.equal(await trace.of(router, 'GET /a#b?c'), 'param ["a","/a#b?c"] out');
    assert.equal(await trace.of(router, 'GET /a?b c'), 'param ["a","/a?b c"] out');
    assert.equal(await trace.of(router, 'GET /a b'), 'param ["a b","/a b"] out');
  });

  test('can be long', async () => {
    const trace = new Trace();
    const router = Router();
    router.get(
      '/:a/:b',
      trace.look('two', (req) => [req.params.a.length, req.params.b.length]),
    );
    assert.equal(
      await trace.of(router, `GET /${'a'.repeat(5000)}/${'b'.repeat(3000)}`),
      'two [5000,3000] out',
    );
  });

  test('can be named like members of Object.prototype', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/constructor', trace.pass('constructor'));
    router.get('/a/__proto__', trace.pass('proto'));
    assert.equal(await trace.of(router, 'GET /constructor'), 'constructor out');
    assert.equal(await trace.of(router, 'GET /a/__proto__'), 'proto out');
    assert.equal(await trace.of(router, 'GET /toString'), 'out');
    assert.equal(await trace.of(router, 'GET /a/valueOf'), 'out');
  });

  test('end a mount at a slash, and on 4.x at a dot', async () => {
    const trace = new Trace();
    const router = Router();
    router.use('/api', trace.look('api', where));
    assert.equal(await trace.of(router, 'GET /api'), 'api ["/","/api","/api"] out');
    assert.equal(await trace.of(router, 'GET /api/'), 'api ["/","/api","/api/"] out');
    assert.equal(await trace.of(router, 'GET /api?q'), 'api ["/?q","/api","/api?q"] out');
    assert.equal(await trace.of(router, 'GET /apis'), 'out');
    // The RegExp of 4.x requires a slash or the end first, so that a dot only matters for RegExp paths.
    assert.equal(await trace.of(router, 'GET /api.json'), 'out');
    const dotted = Router().use(/^\/api/, trace.look('api', where));
    assert.equal(
      await trace.of(dotted, 'GET /api.json'),
      line === 4 ? 'api ["/.json","/api","/api.json"] out' : 'out',
    );
  });

  test('of mounts can end with a slash', async () => {
    const trace = new Trace();
    const router = Router();
    router.use('/api/', trace.look('api', where));
    assert.equal(await trace.of(router, 'GET /api'), 'api ["/","/api","/api"] out');
    assert.equal(await trace.of(router, 'GET /api/x'), 'api ["/x","/api","/api/x"] out');
  });

  test('that a RegExp mount matches in the middle do not run it', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(/b/, trace.pass('never'));
    router.use(trace.look('after', where));
    assert.equal(await trace.of(router, 'GET /a/b'), 'after ["/a/b","","/a/b"] out');
  });

  test('are tested against a RegExp with the g flag for every method', async () => {
    const trace = new Trace();
    const router = Router();
    router.post(/^\/x/g, trace.pass('post'));
    router.get('/x', trace.pass('get'));
    // The RegExp matches, then continues from lastIndex and fails, then starts again.
    assert.equal(await trace.of(router, 'GET /x'), 'get out');
    assert.equal(await trace.of(router, 'POST /x'), 'out');
    assert.equal(await trace.of(router, 'POST /x'), 'post out');
  });

  test('that are missing match nothing', async () => {
    const trace = new Trace();
    const router = Router().use(trace.pass('use'));
    assert.equal(await trace.of(router, { method: 'GET', url: undefined }), 'out');
    assert.equal(await trace.of(router, { method: 'GET', url: '' }), 'out');
  });
});

routing('caseSensitive and strict', ({ Router, createApp, line }) => {
  const combinations = [false, true].flatMap((caseSensitive) =>
    [false, true].map((strict) => ({ caseSensitive, strict })),
  );

  for (const options of combinations) {
    const { caseSensitive, strict } = options;
    test(`of a router apply to its routes: ${JSON.stringify(options)}`, async () => {
      const trace = new Trace();
      const router = Router(options);
      router.get('/Users', trace.pass('static'));
      router.get('/Users/', trace.pass('slash'));
      router.get('/:any', trace.pass('param'));
      router.get('/Users/:id/', trace.pass('deep'));
      const both = strict ? 'static param out' : 'static slash param out';
      assert.equal(await trace.of(router, 'GET /Users'), both);
      assert.equal(await trace.of(router, 'GET /users'), caseSensitive ? 'param out' : both);
      assert.equal(await trace.of(router, 'GET /Users/'), strict ? 'slash out' : 'static slash param out');
      assert.equal(
        await trace.of(router, 'GET /uSERS/'),
        caseSensitive ? (strict ? 'out' : 'param out') : strict ? 'slash out' : 'static slash param out',
      );
      assert.equal(await trace.of(router, 'GET /Users/7/'), 'deep out');
      assert.equal(await trace.of(router, 'GET /Users/7'), strict ? 'out' : 'deep out');
    });

    test(`of a router apply to its middleware, which is never strict: ${JSON.stringify(options)}`, async () => {
      const trace = new Trace();
      const router = Router(options);
      router.use('/Users', trace.pass('plain'));
      router.use('/Users/', trace.pass('slash'));
      for (const url of ['/Users', '/Users/', '/Users/7']) {
        assert.equal(await trace.of(router, `GET ${url}`), 'plain slash out');
        assert.equal(
          await trace.of(router, `GET ${url.toUpperCase()}`),
          caseSensitive ? 'out' : 'plain slash out',
        );
      }
    });

    for (const inner of combinations) {
      test(`of nested routers are independent: ${JSON.stringify([options, inner])}`, async () => {
        const trace = new Trace();
        const routers = [Router(options), Router(inner), Router(options)];
        routers[2].get('/C', trace.pass('c'));
        routers[1].use('/B', routers[2]);
        routers[1].get('/B/C', trace.pass('b'));
        routers[0].use('/A', routers[1]);
        routers[0].get('/A/B/C', trace.pass('a'));
        const runs = async (url: string): Promise<string> => trace.of(routers[0], `GET ${url}`);
        const when = (name: string, condition: boolean): string => (condition ? `${name} ` : '');
        assert.equal(await runs('/A/B/C'), 'c b a out');
        assert.equal(
          await runs('/A/B/c'),
          `${when('c', !caseSensitive)}${when('b', !inner.caseSensitive)}${when('a', !caseSensitive)}out`,
        );
        assert.equal(
          await runs('/A/b/C'),
          `${when('c', !inner.caseSensitive)}${when('b', !inner.caseSensitive)}${when('a', !caseSensitive)}out`,
        );
        assert.equal(await runs('/a/B/C'), caseSensitive ? 'out' : 'c b a out');
        assert.equal(
          await runs('/A/B/C/'),
          `${when('c', !strict)}${when('b', !inner.strict)}${when('a', !strict)}out`,
        );
      });
    }
  }

  test('do not change the case that handlers see', async () => {
    const trace = new Trace();
    const router = Router();
    router.use('/users', trace.look('use', where));
    router.get(
      '/users/:id',
      trace.look('get', (req) => req.params.id),
    );
    assert.equal(await trace.of(router, 'GET /USERS/Ab'), 'use ["/Ab","/USERS","/USERS/Ab"] get "Ab" out');
  });

  test('distinguish two routes that differ only in case', async () => {
    const trace = new Trace();
    const router = Router({ caseSensitive: true });
    router.get('/abc', trace.pass('lower'));
    router.get('/ABC', trace.pass('upper'));
    router.get('/Abc/:x', trace.pass('param'));
    assert.equal(await trace.of(router, 'GET /abc'), 'lower out');
    assert.equal(await trace.of(router, 'GET /ABC'), 'upper out');
    assert.equal(await trace.of(router, 'GET /Abc'), 'out');
    assert.equal(await trace.of(router, 'GET /abc/1'), 'out');
  });

  test('do not affect the root', async () => {
    const trace = new Trace();
    const router = Router({ strict: true });
    const inner = Router({ strict: true });
    inner.get('/', trace.pass('inner'));
    router.use('/in', inner);
    router.get('/in', trace.pass('plain'));
    router.get('/in/', trace.pass('slash'));
    // The mount adds a missing slash, so that both URLs are the root inside.
    assert.equal(await trace.of(router, 'GET /in'), 'inner plain out');
    assert.equal(await trace.of(router, 'GET /in/'), 'inner slash out');
  });

  test('follow the settings of an application until its router is created', async () => {
    const trace = new Trace();
    const app = createApp();
    app.enable('case sensitive routing').enable('strict routing');
    app.get('/A', trace.end('A'));
    app.disable('case sensitive routing').disable('strict routing');
    app.get('/B', trace.end('B'));
    const statuses = [];
    for (const url of ['/A', '/a', '/A/', '/B', '/b']) statuses.push((await sendRequest(app, url)).status);
    assert.deepEqual(statuses, [200, 404, 404, 200, 404]);
    assert.equal(line === 4 ? app._router.strict : app.router.strict, true);
  });
});
