import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { by, sendRequest, suite } from '../support/api.js';

const inEnvironment = (value: string | undefined, body: () => void) => {
  const before = process.env.NODE_ENV;
  if (value === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = value;
  try {
    body();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
};

suite('app.settings', (framework, line) => {
  const hello = by(line, {
    5: '"5-qvTGHdzF6KLavt4PO0gs2a6pQ00"',
    4: '"5-qvTGHdzF6KLavt4PO0gs2a6pQ00"',
    3: '"5-XUFAKrxLKna5cZ2REBfFkg"',
  });

  test('have these defaults, in this order', () => {
    inEnvironment(undefined, () => {
      const { settings } = framework();
      assert.equal(Object.getPrototypeOf(settings), by(line, { 5: null, 4: Object.prototype }));
      const queries = [
        ['query parser', by(line, { 5: 'simple', 4: 'extended' })],
        ['query parser fn', 'function'],
      ];
      assert.deepEqual(
        Object.entries(settings).map(([name, value]) => [
          name,
          typeof value === 'function' ? 'function' : value,
        ]),
        [
          ['x-powered-by', true],
          ['etag', 'weak'],
          ['etag fn', 'function'],
          ['env', 'development'],
          ...(line === 3 ? [] : queries),
          ['subdomain offset', 2],
          ['trust proxy', false],
          ['trust proxy fn', 'function'],
          ['view', 'function'],
          ['views', path.resolve('views')],
          ['jsonp callback name', 'callback'],
          ...(line === 3 ? [['json spaces', 2]] : []),
        ],
      );
    });
  });

  if (line !== 3)
    test('do not include members of Object.prototype', () => {
      assert.deepEqual(
        [framework().get('toString'), framework().enabled('hasOwnProperty')],
        [undefined, false],
      );
    });

  if (line !== 3)
    test('ignore a polluted Object.prototype during requests', async () => {
      const app = framework().get('/', (_req: any, res: any) => res.json({ text: '<b>' }));
      for (const name of ['x-powered-by', 'etag fn']) delete app.settings[name];
      const polluted: Record<string, unknown> = {
        'x-powered-by': true,
        'etag fn': () => '"polluted"',
        'json escape': true,
        'json replacer': () => 'polluted',
        'json spaces': 2,
      };
      const get = () => assert.fail('read from Object.prototype');
      const descriptors = Object.entries(polluted).flatMap(([name, value]): [string, object][] => [
        [name, { value }],
        [name, { get }],
      ]);
      for (const [name, descriptor] of descriptors) {
        Object.defineProperty(Object.prototype, name, { configurable: true, ...descriptor });
        try {
          const response = await sendRequest(app);
          assert.equal(response.body, '{"text":"<b>"}', name);
          assert.deepEqual(
            [response.get('ETag'), response.get('X-Powered-By')],
            [undefined, undefined],
            name,
          );
        } finally {
          delete (Object.prototype as any)[name];
        }
      }
    });

  test('enable the view cache in production', () => {
    inEnvironment('production', () => {
      const app = framework();
      assert.deepEqual([app.get('env'), app.get('view cache')], ['production', true]);
    });
    inEnvironment('', () => assert.equal(framework().get('env'), 'development'));
  });

  test('derive a function from etag', () => {
    const app = framework();
    const tag = (value: unknown) => app.set('etag', value).get('etag fn');
    assert.equal(tag('weak')('hello'), `W/${hello}`);
    assert.equal(tag(true)(Buffer.from('hello')), `W/${hello}`);
    assert.equal(tag('strong')('hello', 'utf8'), hello);
    assert.equal(tag('strong')('68656c6c6f', 'hex'), hello);
    assert.match(tag('weak')(''), /^W\/"0-/);
    assert.equal(tag(false), undefined);
    const own = () => '"own"';
    assert.equal(tag(own), own);
  });

  if (line !== 3)
    test('derive a function from query parser', () => {
      const app = framework();
      const parse = (value: unknown) => app.set('query parser', value).get('query parser fn');
      assert.deepEqual({ ...parse('simple')('a[b]=1') }, { 'a[b]': '1' });
      assert.deepEqual({ ...parse(true)('a=1&a=2') }, { a: ['1', '2'] });
      assert.deepEqual(parse('extended')('a[b]=1'), { a: { b: '1' } });
      if (line === 5) assert.equal(parse(false), undefined);
      else assert.deepEqual(parse(false)('a=1'), {});
      const own = () => ({});
      assert.equal(parse(own), own);
    });

  test('derive a function from trust proxy', () => {
    const app = framework();
    const trust = (value: unknown) => app.set('trust proxy', value).get('trust proxy fn');
    assert.equal(trust(true)('1.2.3.4', 9), true);
    assert.equal(trust(false)('127.0.0.1', 0), false);
    assert.deepEqual([trust(2)('1.2.3.4', 1), trust(2)('1.2.3.4', 2)], [true, false]);
    assert.deepEqual(
      [trust('10.0.0.0/8, ::1')('10.1.2.3', 0), trust('10.0.0.0/8')('11.0.0.1', 0)],
      [true, false],
    );
    assert.equal(trust(['loopback', 'fe80::/10'])('127.0.0.9', 0), true);
    const own = () => true;
    assert.equal(trust(own), own);
  });

  test('control the ETag of a response', async () => {
    const tag = async (value: unknown) => {
      const app = framework();
      app.set('etag', value);
      app.use((_req: any, res: any) => res.send('hello'));
      return (await sendRequest(app)).get('ETag');
    };
    assert.equal(await tag('weak'), `W/${hello}`);
    assert.equal(await tag('strong'), hello);
    assert.equal(await tag(false), undefined);
    assert.equal(
      await tag((body: unknown, encoding: unknown) => `"${Buffer.isBuffer(body)}-${encoding}"`),
      by(line, { 5: '"true-undefined"', 4: '"true-undefined"', 3: '"false-utf8"' }),
    );
    assert.equal(await tag(() => undefined), undefined);
  });

  test('control X-Powered-By', async () => {
    const app = framework();
    if (line === 4) app.lazyrouter();
    assert.equal((await sendRequest(app)).get('X-Powered-By'), '*');
    app.disable('x-powered-by');
    assert.equal((await sendRequest(app)).get('X-Powered-By'), undefined);
  });

  test('control case sensitivity and strict routing until the router is created', async () => {
    const lax = framework();
    lax.get('/Path', (_req: any, res: any) => res.end());
    assert.equal((await sendRequest(lax, '/path/')).status, 200);
    const strict = framework();
    strict.enable('case sensitive routing').enable('strict routing');
    strict.get('/Path', (_req: any, res: any) => res.end());
    assert.equal((await sendRequest(strict, '/path')).status, 404);
    assert.equal((await sendRequest(strict, '/Path/')).status, 404);
    assert.equal((await sendRequest(strict, '/Path')).status, 200);
    const late = framework();
    late.get('/Path', (_req: any, res: any) => res.end());
    late.enable('case sensitive routing');
    assert.equal((await sendRequest(late, '/path')).status, 200);
  });

  test('are inherited by mounted applications unless these have their own value', () => {
    const parent = framework();
    const child = framework();
    parent.set('title', 'parent').set('subdomain offset', 7).set('trust proxy', true);
    parent.use(child);
    assert.equal(child.get('title'), 'parent');
    assert.equal(child.get('subdomain offset'), 2);
    assert.equal(child.get('trust proxy'), true);
    assert.equal(child.get('trust proxy fn')('1.2.3.4', 5), true);
    assert.equal(child.set('title', 'child') && parent.get('title'), 'parent');
  });

  test('keep a trust proxy that the mounted application has set', () => {
    const parent = framework();
    const child = framework();
    parent.set('trust proxy', true);
    child.set('trust proxy', false);
    parent.use(child);
    assert.equal(child.get('trust proxy'), false);
    const pinned = framework();
    Object.defineProperty(pinned.settings, '@@symbol:trust_proxy_default', {
      configurable: true,
      value: false,
    });
    parent.use(pinned);
    assert.equal(pinned.get('trust proxy'), false);
  });
});
