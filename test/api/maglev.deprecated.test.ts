import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Framework, lines, mayGenerateCode, responseOf } from '../support/api.js';

interface Deprecation {
  namespace: string;
  message: string;
  stack: string;
}

// Each call has its own line, because a warning is emitted once per call site.
const calls: Record<string, (req: any, res: any, framework: Framework) => unknown> = {
  'app.del': (_req, res) => res.app.del('/', () => {}),
  'router.param(fn)': (_req, _res, framework) => framework.Router().param(() => {}),
  'router.param(:name)': (_req, _res, framework) => framework.Router().param(':id', () => {}),
  'req.acceptsCharset': (req) => req.acceptsCharset('utf-8'),
  'req.acceptsEncoding': (req) => req.acceptsEncoding('gzip'),
  'req.acceptsLanguage': (req) => req.acceptsLanguage('en'),
  'req.host': (req) => req.host,
  'req.param(name)': (req) => req.param('x'),
  'req.param(name, default)': (req) => req.param('x', 1),
  'res.clearCookie maxAge': (_req, res) => res.clearCookie('x', { maxAge: 1 }),
  'res.clearCookie expires': (_req, res) => res.clearCookie('x', { expires: new Date() }),
  'res.json(obj, status)': (_req, res) => res.json({}, 201),
  'res.json(status, obj)': (_req, res) => res.json(201, {}),
  'res.jsonp(obj, status)': (_req, res) => res.jsonp({}, 201),
  'res.jsonp(status, obj)': (_req, res) => res.jsonp(201, {}),
  'res.location(back)': (_req, res) => res.location('back'),
  'res.redirect(back)': (_req, res) => res.redirect('back'),
  'res.redirect(url, status)': (_req, res) => res.redirect('/', 301),
  'res.send(body, status)': (_req, res) => res.send('x', 201),
  'res.send(status)': (_req, res) => res.send(201),
  'res.send(status, body)': (_req, res) => res.send(201, 'x'),
  'res.sendfile': (_req, res) => res.sendfile('/', () => res.end()),
  'res.status(text)': (_req, res) => res.status('200'),
  'res.status(fraction)': (_req, res) => res.status(200.5),
  'res.vary()': (_req, res) => res.vary(),
};

const calls3: typeof calls = {
  'app.configure': (_req, res) => res.app.configure(() => {}),
  'app.del': (_req, res) => res.app.del('/', () => {}),
  'maglev.createServer': (_req, _res, framework) => framework.createServer(),
  'maglev.json with verify': (_req, _res, framework) => framework.json({ verify() {} }),
  'maglev.urlencoded with verify': (_req, _res, framework) => framework.urlencoded({ verify() {} }),
  'maglev.methodOverride': (_req, _res, framework) => framework.methodOverride(),
  'req.auth': (req) => req.auth,
  'res.headerSent': (_req, res) => res.headerSent,
  'res.json(obj, status)': (_req, res) => res.json({}, 201),
  'res.json(number, status)': (_req, res) => res.json(1, 201),
  'res.jsonp(obj, status)': (_req, res) => res.jsonp({}, 201),
  'res.on(header)': (_req, res) => res.on('header', () => {}),
  'res.redirect(url, status)': (_req, res) => res.redirect('/', 301),
};

/** The deprecation warnings that a handler causes, with their call sites. */
async function deprecations(framework: Framework, call: (typeof calls)[string]): Promise<Deprecation[]> {
  const seen: Deprecation[] = [];
  const listener = (error: Deprecation): void => {
    seen.push({ namespace: error.namespace, message: error.message, stack: error.stack });
  };
  process.on('deprecation' as any, listener);
  try {
    await responseOf(framework, (req, res) => {
      call(req, res, framework);
      if (!res.writableEnded) res.end();
    });
  } finally {
    process.off('deprecation', listener);
  }
  return seen;
}

const all = ([4, 3] as const).flatMap((line) =>
  Object.entries(line === 4 ? calls : calls3).map(([name, call]) => ({ line, name, call })),
);

for (const { line, name, call } of all) {
  test(`${name} has the deprecation message of Express ${line} and names the call site`, async () => {
    const { maglev, express } = lines[line];
    const expected = await deprecations(express, call);
    const actual = await deprecations(maglev, call);
    assert.ok(actual.length > 0);
    // Without code generation, Express can only be loaded without the wrappers that warn.
    if (expected.length > 0 || mayGenerateCode()) {
      assert.deepEqual(
        actual.map(({ message }) => message),
        expected.map(({ message }) => message),
      );
    }
    for (const { namespace, stack } of actual) {
      assert.equal(namespace, 'maglev');
      const [, place] = /\n\s+at (.*)/.exec(stack)!;
      assert.match(place!, /maglev\.deprecated\.test/, stack);
    }
  });
}

const variants: Record<3 | 4, [member: string, ...args: unknown[]][]> = {
  4: [
    ['clearCookie', 'x', { maxAge: 1, expires: new Date() }],
    ['send', 'x', 201],
    ['send', 201, 'x'],
    ['json', {}, 201],
    ['json', 201, {}],
    ['jsonp', {}, 201],
    ['jsonp', 201, {}],
    ['jsonp', 202, {}],
  ],
  3: [
    ['json', {}, 201],
    ['json', 1, 201],
    ['jsonp', {}, 201],
    ['jsonp', 1, 201],
    ['jsonp', 2, 201],
  ],
};

for (const line of [4, 3] as const) {
  test(`different deprecation messages from one call site are all emitted (${line}.x)`, async () => {
    const messages = async (framework: Framework) => {
      const seen: string[] = [];
      for (const [member, ...args] of variants[line]) {
        const warnings = await deprecations(framework, (_req, res) => res[member](...args));
        seen.push(...warnings.map(({ message }) => message));
      }
      return seen;
    };
    const actual = await messages(lines[line].maglev);
    assert.equal(new Set(actual).size, line === 4 ? 8 : 4);
    // Without code generation, Express is loaded through a file that its warnings then name.
    if (mayGenerateCode()) assert.deepEqual(actual, await messages(lines[line].express));
  });
}

test('a deprecated call warns once per call site', async () => {
  const { maglev } = lines[4];
  const times = async () => (await deprecations(maglev, (_req, res) => res.send(202))).length;
  assert.deepEqual([await times(), await times()], [1, 0]);
});

test('urlencoded() without the extended option is deprecated', async () => {
  const seen = await deprecations(lines[4].maglev, (_req, _res, framework) => framework.urlencoded());
  assert.deepEqual(
    seen.map(({ message }) => message),
    ['undefined extended: provide extended option'],
  );
  assert.deepEqual(
    await deprecations(lines[4].maglev, (_req, _res, framework) => framework.urlencoded({ extended: true })),
    [],
  );
});
