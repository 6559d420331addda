import assert from 'node:assert/strict';
import http from 'node:http';
import test, { before } from 'node:test';
import { findShortcuts } from '../../src/response/head.js';
import { ask, type Framework, lines } from '../support/api.js';

before(findShortcuts);

const NAMES = [
  'X-A',
  'x-a',
  'X-B',
  '__proto__',
  'constructor',
  '',
  'x y',
  'x\ny',
  'é',
  1,
  null,
  undefined,
  Symbol('x'),
];
const VALUES = [
  'a',
  '',
  ' a b\t',
  'é',
  'ż',
  'a\nb',
  'a\0b',
  'x'.repeat(5000),
  0,
  Number.NaN,
  null,
  undefined,
  true,
  ['a', 'b'],
  ['a\nb'],
  { toString: () => 'text' },
  Symbol('x'),
];

/** Where `setHeader` is replaced, for an application of a framework and one of its responses. */
const HOLDERS: Record<string, (framework: Framework, app: any, res: any) => any> = {
  'the response': (_framework, _app, res) => res,
  'the responses of an application': (_framework, app) => app.response,
  'the responses of all applications': (framework) => framework.response,
  "Node's responses": () => http.ServerResponse.prototype,
  "Node's messages": () => http.OutgoingMessage.prototype,
};

for (const line of [5, 4] as const) {
  const { maglev, express } = lines[line];

  test(`setHeader accepts, refuses and keeps what Node does, each time (${line}.x)`, async () => {
    const calls = [...NAMES, ...NAMES].flatMap((name) => VALUES.map((value) => [name, value]));
    const [ours, theirs] = await both(line, (_req, res) => calls.map((args) => tried(res, args)));
    assert.deepEqual(ours, theirs);
  });

  test(`setHeader on a response that was sent throws what Node throws (${line}.x)`, async () => {
    const [ours, theirs] = await both(line, (_req, res) => {
      res.setHeader('X-A', '1').flushHeaders();
      return tried(res, ['X-A', '2']);
    });
    assert.deepEqual(ours, theirs);
    assert.equal((ours as any).thrown.code, 'ERR_HTTP_HEADERS_SENT');
  });

  test(`ten thousand names are set as Node sets them (${line}.x)`, async () => {
    const [ours, theirs] = await both(line, (_req, res) => {
      for (let i = 0; i < 10_000; i++) {
        res.setHeader(`X-${i}`, 'a').setHeader(`X-${i}`, 'b');
        if (i % 1000 > 0) res.removeHeader(`x-${i}`);
      }
      return Object.entries(res.getHeaders());
    });
    assert.deepEqual(ours, theirs);
  });

  for (const [name, holderOf] of Object.entries(HOLDERS)) {
    test(`who replaces setHeader on ${name} gets every call, as in Express ${line}.x`, async () => {
      const replacing = (framework: Framework) => watched(framework, holderOf);
      const seen = await replacing(maglev);
      assert.deepEqual(seen, await replacing(express));
      assert.ok(seen.length > 2);
    });
  }

  test(`another prototype of all responses is the one that counts, as in Express ${line}.x`, async () => {
    const swapped = async (framework: Framework): Promise<unknown> => {
      const node = Object.getPrototypeOf(framework.response);
      const between = Object.create(node);
      Object.setPrototypeOf(framework.response, between);
      try {
        return await watched(framework, () => between);
      } finally {
        Object.setPrototypeOf(framework.response, node);
      }
    };
    assert.deepEqual(await swapped(maglev), await swapped(express));
  });

  test(`setHeader is not among the members that are listed, and is called as Node's is (${line}.x)`, () => {
    assert.deepEqual(Object.keys(maglev.response), Object.keys(express.response));
    const { name, length } = http.ServerResponse.prototype.setHeader;
    assert.deepEqual([maglev.response.setHeader.name, maglev.response.setHeader.length], [name, length]);
    assert.equal(Object.getPrototypeOf(maglev.response), http.ServerResponse.prototype);
  });
}

type Handle = (req: any, res: any) => unknown;

/** What a handler returns in each framework, at a second request: names are known then. */
async function both(line: 4 | 5, handle: Handle): Promise<unknown[]> {
  const { maglev, express } = lines[line];
  return [await resultOf(maglev, handle), await resultOf(express, handle)];
}

async function resultOf(framework: Framework, handle: Handle): Promise<unknown> {
  const app = framework();
  app.disable('x-powered-by');
  let result: unknown;
  app.get('/', (req: any, res: any) => {
    result = handle(req, res);
    res.end();
  });
  await ask(app, '/');
  await ask(app, '/');
  return result;
}

/** What came of a call, and the headers after it. */
function tried(res: any, args: unknown[]): unknown {
  try {
    const isSame = res.setHeader(...args) === res;
    return { isSame, headers: Object.entries(res.getHeaders()), names: res.getRawHeaderNames() };
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException;
    return { thrown: { name, code, message } };
  }
}

/** The calls that a replaced `setHeader` gets while two answers are given, of which the first is given before. */
async function watched(
  framework: Framework,
  holderOf: (framework: Framework, app: any, res: any) => any,
): Promise<unknown[]> {
  const calls: unknown[] = [];
  const app = framework();
  app.disable('x-powered-by');
  let restore = () => {};
  app.get('/', (_req: any, res: any) => {
    const holder = holderOf(framework, app, res);
    const own = Object.getOwnPropertyDescriptor(holder, 'setHeader');
    const original = holder.setHeader;
    holder.setHeader = function (...args: unknown[]) {
      calls.push(args);
      return original.apply(this, args);
    };
    restore = () => {
      if (own === undefined) delete holder.setHeader;
      else Object.defineProperty(holder, 'setHeader', own);
    };
    res.setHeader('X-Mine', '1');
    res.set('X-Mine', '2');
    res.json({ hello: 'world' });
  });
  app.get('/before', (_req: any, res: any) => res.set('X-Mine', '0').json({}));
  await ask(app, '/before');
  try {
    await ask(app, '/');
  } finally {
    restore();
  }
  return calls;
}
