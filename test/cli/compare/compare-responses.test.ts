import assert from 'node:assert/strict';
import test from 'node:test';
import { compareResponses } from '../../../src/cli/compare/compare-responses.js';
import { Ignored } from '../../../src/cli/compare/ignored.js';
import type { ComparedServer, Pair } from '../../../src/cli/compare/pair.js';
import { requestOf } from '../../../src/cli/compare/request.js';
import type { Response } from '../../../src/cli/compare/response.js';

/** The responses of a process to its requests, in order; null if it ends. */
type Process = () => (path: string, method: string) => unknown;

class Fake implements ComparedServer {
  isRunning = true;
  readonly #response: ReturnType<Process>;

  constructor(process: Process) {
    this.#response = process();
  }

  async send({ path, method }: { path: string; method: string }): Promise<Response> {
    const value = this.#response(path, method);
    if (value === null) this.isRunning = false;
    const error = value === null ? 'ECONNRESET' : null;
    const headers = [['Content-Type', 'application/json']] as const;
    return { status: error ? 0 : 200, reason: '', headers, body: Buffer.from(JSON.stringify(value)), error };
  }
}

interface Proven {
  readonly verdicts: string[];
  readonly left: number;
  readonly starts: number;
}

async function compareBetween(
  express: Process,
  maglev: Process,
  requests: readonly string[],
  milliseconds = 60_000,
): Promise<Proven> {
  let starts = 0;
  const start = async (): Promise<Pair> => {
    starts++;
    return { express: new Fake(express), maglev: new Fake(maglev), reset: null, stop: async () => {} };
  };
  const all = requests.map((one) => {
    const [method, path] = one.split(' ');
    return requestOf({ method: method!, path: path! });
  });
  const { comparisons, left } = await compareResponses(await start(), all, {
    start,
    ignored: new Ignored(),
    milliseconds,
    pause: 0,
    report: () => {},
  });
  return { verdicts: comparisons.map(({ verdict }) => verdict), left, starts };
}

const verdictsOf = async (...given: Parameters<typeof compareBetween>) =>
  (await compareBetween(...given)).verdicts;
const respondWith = (value: unknown) => () => () => value;

test('sends a request with equal responses twice, to one process each', async () => {
  const received: string[] = [];
  const listen: Process = () => (path) => received.push(path) && 'fine';
  const { verdicts, starts } = await compareBetween(listen, respondWith('fine'), ['GET /a', 'GET /b']);
  assert.deepEqual(
    { verdicts, starts, received },
    {
      verdicts: ['equal', 'equal'],
      starts: 1,
      received: ['/a', '/a', '/b', '/b'],
    },
  );
});

test('confirms differences with new processes', async () => {
  const { verdicts, starts } = await compareBetween(respondWith('a'), respondWith('b'), ['GET /']);
  assert.deepEqual({ verdicts, starts }, { verdicts: ['different'], starts: 3 });
});

test('ignores values that differ between processes', async () => {
  let processes = 0;
  const numbered: Process = () => {
    const number = ++processes;
    return () => ({ number, name: 'same' });
  };
  assert.deepEqual(await verdictsOf(numbered, numbered, ['GET /']), ['varies']);
  // But not values that differ only between processes of maglev.
  assert.deepEqual(await verdictsOf(respondWith({ number: 0, name: 'same' }), numbered, ['GET /']), [
    'different',
  ]);
});

test('ignores values stored at another time, but not what a side does with them', async () => {
  let now = 0;
  const storing =
    (deleted: string): Process =>
    () => {
      let stored: number | null = null;
      return (_path, method) => {
        if (method === 'DELETE') {
          const value = stored === null ? 'nothing' : deleted;
          stored = null;
          return value;
        }
        if (method === 'POST') stored = now++;
        return { stored };
      };
    };
  const requests = ['POST /', 'GET /', 'DELETE /'];
  assert.deepEqual(await verdictsOf(storing('done'), storing('done'), requests), [
    'varies',
    'varies',
    'equal',
  ]);
  assert.deepEqual(await verdictsOf(storing('done'), storing('gone'), requests), [
    'varies',
    'varies',
    'different',
  ]);
});

test('restarts both processes when one ends, and sends the other requests', async () => {
  const ends: Process = () => (path) => (path === '/exit' ? null : 'fine');
  const requests = ['GET /a', 'GET /exit', 'GET /b'];
  const { verdicts, starts } = await compareBetween(ends, ends, requests);
  assert.deepEqual({ verdicts, starts }, { verdicts: ['equal', 'crashed', 'equal'], starts: 2 });
  assert.deepEqual(await verdictsOf(respondWith('fine'), ends, requests), ['equal', 'different', 'equal']);
});

test('gives up on a program that keeps ending, and counts the other requests', async () => {
  const requests = Array.from({ length: 9 }, () => 'GET /exit');
  const { verdicts, left } = await compareBetween(respondWith(null), respondWith(null), requests);
  assert.deepEqual(new Set(verdicts), new Set(['crashed']));
  assert.equal(verdicts.length + left, 9);
  assert.ok(left > 0);
});

test('reports why new processes do not start, and settles nothing without them', async () => {
  const pair = {
    express: new Fake(respondWith('a')),
    maglev: new Fake(respondWith('b')),
    reset: null,
    stop: async () => {},
  };
  const { comparisons, unconfirmed } = await compareResponses(
    pair,
    [requestOf({ method: 'GET', path: '/' })],
    {
      start: () => Promise.reject(new Error('no database')),
      ignored: new Ignored(),
      milliseconds: 60_000,
      pause: 0,
      report: () => {},
    },
  );
  assert.deepEqual([comparisons[0]!.verdict, unconfirmed], ['unsettled', 'no database']);
});

test('reports requests without time for them as neither equal nor different', async () => {
  const { verdicts, left } = await compareBetween(
    respondWith('a'),
    respondWith('b'),
    ['GET /a', 'GET /b'],
    -1,
  );
  assert.deepEqual({ verdicts, left }, { verdicts: ['unsettled'], left: 1 });
});

test('random values neither cause nor hide differences in many runs', async () => {
  const varying: Process = () => {
    const instance = Math.random();
    let count = 0;
    return (path) => {
      if (path === '/coin') return { heads: Math.random() < 0.5, rare: Math.random() < 0.05 };
      if (path === '/list') return Array.from({ length: Math.ceil(Math.random() * 3) }, () => Math.random());
      if (path === '/process') return { instance, count: ++count };
      return { now: performance.now(), text: 'x'.repeat(Math.random() * 3) };
    };
  };
  const seeded: Process = () => {
    const response = varying();
    return (path, method) => {
      const value = response(path, method) as object;
      return path === '/coin' ? { ...value, odd: true } : value;
    };
  };
  const requests = ['GET /coin', 'GET /list', 'GET /process', 'GET /now', 'HEAD /now'];
  for (let run = 0; run < 60; run++) {
    assert.ok(!(await verdictsOf(varying, varying, requests)).includes('different'), `run ${run}`);
    const [coin, ...others] = await verdictsOf(varying, seeded, requests);
    assert.equal(coin, 'different', `run ${run}`);
    assert.ok(!others.includes('different'), `run ${run}`);
  }
});
