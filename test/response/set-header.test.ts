/** The methods of Node that maglev replaces on responses: setHeader and removeHeader. */
import assert from 'node:assert/strict';
import http from 'node:http';
import test, { before } from 'node:test';
import { tryFastPaths } from '../../src/fast-paths.js';
import { type Framework, lines, sendRequest } from '../support/api.js';
import { pick, randomOf, randomSeed } from '../support/random.js';

before(tryFastPaths);

const MEMBERS = ['setHeader', 'removeHeader'] as const;
const NAMES = [
  ...['X-A', 'x-a', 'X-B', 'X-Powered-By', 'Connection', 'content-length', 'Content-Type', 'Date'],
  ...[
    'Transfer-Encoding',
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
  ],
];
const VALUES = [
  ...['a', '', ' a b\t', 'é', 'ż', 'a\nb', 'a\0b', 'x'.repeat(5000), 0, Number.NaN, -0, 1n, null, undefined],
  ...[true, ['a', 'b'], ['a\nb'], { toString: () => 'text' }, Symbol('x')],
];
/** The methods that read and change the headers of a response. */
const METHODS = [...MEMBERS, 'setHeader', 'setHeader', 'appendHeader', 'getHeader', 'hasHeader'];

/** The objects on which a method is replaced. */
const HOLDERS: Record<string, (framework: Framework, app: any, res: any) => any> = {
  'the response': (_framework, _app, res) => res,
  'the responses of an application': (_framework, app) => app.response,
  'the responses of all applications': (framework) => framework.response,
  "Node's responses": () => http.ServerResponse.prototype,
  "Node's messages": () => http.OutgoingMessage.prototype,
};

for (const line of [5, 4] as const) {
  const { maglev, express } = lines[line];

  test(`each header is set, removed and rejected as by Node (${line}.x)`, async () => {
    const calls = NAMES.flatMap((name) => [
      ...VALUES.map((value) => ['setHeader', name, value]),
      ['removeHeader', name],
    ]);
    const [ours, theirs] = await both(line, (res) => calls.map((call) => resultOf(res, call)));
    assert.deepEqual(ours, theirs);
  });

  test(`random calls have the same result as in Node (${line}.x)`, async () => {
    const seed = randomSeed();
    const [ours, theirs] = await both(line, (res) => {
      const random = randomOf(seed);
      return Array.from({ length: 500 }, () =>
        resultOf(res, [pick(random, METHODS), pick(random, NAMES), pick(random, VALUES)]),
      );
    });
    assert.deepEqual(ours, theirs, `MAGLEV_SEED=${seed}`);
  });

  test(`calls after the headers have been sent throw the errors of Node (${line}.x)`, async () => {
    const [ours, theirs] = await both(line, (res) => {
      res.setHeader('X-A', '1').flushHeaders();
      return [resultOf(res, ['setHeader', 'X-A', '2']), resultOf(res, ['removeHeader', 'X-A'])];
    });
    assert.deepEqual(ours, theirs);
    assert.deepEqual(
      (ours as any[]).map(({ thrown }) => thrown.code),
      ['ERR_HTTP_HEADERS_SENT', 'ERR_HTTP_HEADERS_SENT'],
    );
  });

  test(`ten thousand names are set as Node sets them (${line}.x)`, async () => {
    const [ours, theirs] = await both(line, (res) => {
      for (let i = 0; i < 10_000; i++) {
        res.setHeader(`X-${i}`, 'a').setHeader(`X-${i}`, 'b');
        if (i % 1000 > 0) res.removeHeader(`x-${i}`);
      }
      return headersOf(res);
    });
    assert.deepEqual(ours, theirs);
  });

  test(`a class that members are copied to keeps its own methods, as in Express ${line}.x`, async () => {
    class Own extends http.ServerResponse {
      override setHeader(name: string, value: any) {
        return super.setHeader(name, name === 'X-A' ? 'its own' : value);
      }
    }
    const copying = async (framework: Framework) => {
      const app = createApp(framework, (res) => res.setHeader('X-A', '1'));
      const members = Object.create(
        Own.prototype,
        Object.getOwnPropertyDescriptors(framework.response) as PropertyDescriptorMap,
      );
      app.response = Object.create(members, { app: { value: app } });
      return (await sendRequest(app, '/')).get('X-A');
    };
    assert.deepEqual([await copying(maglev), await copying(express)], ['its own', 'its own']);
  });

  for (const member of MEMBERS) {
    for (const [name, holderOf] of Object.entries(HOLDERS)) {
      test(`${member} replaced on ${name} gets every call, as in Express ${line}.x`, async () => {
        const callsIn = (framework: Framework) => callsOf(framework, member, holderOf);
        const calls = await callsIn(maglev);
        assert.deepEqual(calls, await callsIn(express));
        assert.ok(calls.length > 0);
      });
    }

    test(`${member} of an inserted prototype of all responses is called, as in Express ${line}.x`, async () => {
      const swapped = async (framework: Framework): Promise<unknown> => {
        const node = Object.getPrototypeOf(framework.response);
        const between = Object.create(node);
        Object.setPrototypeOf(framework.response, between);
        try {
          return await callsOf(framework, member, () => between);
        } finally {
          Object.setPrototypeOf(framework.response, node);
        }
      };
      assert.deepEqual(await swapped(maglev), await swapped(express));
    });

    test(`${member} is enumerable where it is in Express ${line}.x, with the name and length of Node's`, async () => {
      const listed = (framework: Framework) =>
        resultIn(framework, (res) => [
          Object.keys(framework.response),
          Object.hasOwn(framework.response, member),
          inherited(res).sort(),
          [res[member].name, res[member].length, 'prototype' in res[member]],
        ]);
      assert.deepEqual(await listed(maglev), await listed(express));
    });

    test(`a saved ${member} does not call a later replacement of Node's, as in Express ${line}.x`, async () => {
      const kept = (framework: Framework) =>
        resultIn(framework, async (res) => {
          const calls: unknown[] = [];
          const original = res[member];
          const restore = replace(http.ServerResponse.prototype, member, function (this: any, ...args) {
            calls.push(args);
            return original.apply(this, args);
          });
          try {
            res[member](...(member === 'setHeader' ? ['X-A', '1'] : ['X-A']));
            await sendRequest(
              createApp(framework, (other) => original.call(other, 'X-A', '2')),
              '/',
            );
            await sendRequest(
              createApp(framework, (other) => other[member]('X-A', '3', 'more')),
              '/',
            );
          } finally {
            restore();
          }
          return calls;
        });
      assert.deepEqual(await kept(maglev), await kept(express));
    });
  }
}

type Handle = (res: any) => unknown;

/** The result of a handler in each framework, on the second request, when header names are cached. */
async function both(line: 4 | 5, handle: Handle): Promise<unknown[]> {
  const { maglev, express } = lines[line];
  return [await resultIn(maglev, handle), await resultIn(express, handle)];
}

async function resultIn(framework: Framework, handle: Handle): Promise<unknown> {
  let result: unknown;
  const app = createApp(framework, async (res) => {
    result = await handle(res);
    // Some tests set headers that cannot be sent.
    res.destroy();
  });
  for (let i = 0; i < 2; i++) await sendRequest(app, '/').catch(() => {});
  return result;
}

function createApp(framework: Framework, handle: Handle): Framework {
  const app = framework();
  app.disable('x-powered-by');
  app.get('/', async (_req: any, res: any) => {
    await handle(res);
    if (!res.destroyed) res.end();
  });
  return app;
}

/** All names that `for..in` enumerates. */
function inherited(res: object): string[] {
  const names: string[] = [];
  for (const name in res) names.push(name);
  return names;
}

/** Replaces a method and returns a function that restores it. */
function replace(
  holder: any,
  member: string,
  method: (this: any, ...args: unknown[]) => unknown,
): () => void {
  const own = Object.getOwnPropertyDescriptor(holder, member);
  holder[member] = method;
  return () => {
    if (own === undefined) delete holder[member];
    else Object.defineProperty(holder, member, own);
  };
}

/** The result of a call and the headers after it. */
function resultOf(res: any, [method, ...args]: any[]): unknown {
  try {
    const result = copied(res[method](...args.map(copied)));
    const { _removedConnection, _removedContLen, _removedTE, sendDate } = res;
    const removed = { _removedConnection, _removedContLen, _removedTE, sendDate };
    return { result: result === res ? 'the response' : result, removed, headers: headersOf(res) };
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException;
    return { thrown: { name, code, message } };
  }
}

function headersOf(res: any): unknown {
  const values = Object.entries(res.getHeaders()).map(([name, value]) => [name, copied(value)]);
  return [values, res.getRawHeaderNames()];
}

/** Node modifies the arrays that it gets. */
function copied(value: unknown): unknown {
  return Array.isArray(value) ? [...value] : value;
}

/** The calls of a replaced method during a response, after an earlier response. */
async function callsOf(
  framework: Framework,
  member: (typeof MEMBERS)[number],
  holderOf: (framework: Framework, app: any, res: any) => any,
): Promise<unknown[]> {
  const calls: unknown[] = [];
  const app = framework();
  app.disable('x-powered-by');
  let restore = () => {};
  app.get('/', (_req: any, res: any) => {
    const holder = holderOf(framework, app, res);
    const original = holder[member];
    restore = replace(holder, member, function (...args) {
      calls.push(args);
      return original.apply(this, args);
    });
    res.setHeader('X-Mine', '1');
    res.removeHeader('X-Mine');
    res.set('X-Mine', '2');
    res.json({ hello: 'world' });
  });
  app.get('/before', (_req: any, res: any) => res.set('X-Mine', '0').json({}));
  await sendRequest(app, '/before');
  try {
    await sendRequest(app, '/');
  } finally {
    restore();
  }
  return calls;
}
