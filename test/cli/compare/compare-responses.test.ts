import assert from 'node:assert/strict';
import test from 'node:test';
import { compareResponses } from '../../../src/cli/compare/compare-responses.js';
import { Ignored } from '../../../src/cli/compare/ignored.js';
import type { ComparedServer, Pair } from '../../../src/cli/compare/pair.js';
import { requestOf } from '../../../src/cli/compare/request.js';
import type { Response } from '../../../src/cli/compare/response.js';

/** What a process says to its requests, one after the other; null if it ends. */
type Process = () => (path: string, method: string) => unknown;

class Fake implements ComparedServer {
  isRunning = true;
  readonly #response: ReturnType<Process>;

  constructor(process: Process) {
    this.#response = process();
  }

  async send({ path, method }: { path: string; method: string }): Promise<Response> {
    const said = this.#response(path, method);
    if (said === null) this.isRunning = false;
    const error = said === null ? 'ECONNRESET' : null;
    const headers = [['Content-Type', 'application/json']] as const;
    return { status: error ? 0 : 200, reason: '', headers, body: Buffer.from(JSON.stringify(said)), error };
  }
}

interface Proven {
  readonly verdicts: string[];
  readonly left: number;
  readonly starts: number;
}

async function proveBetween(
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
  const asked = requests.map((one) => {
    const [method, path] = one.split(' ');
    return requestOf({ method: method!, path: path! });
  });
  const { comparisons, left } = await compareResponses(await start(), asked, {
    start,
    ignored: new Ignored(),
    milliseconds,
    pause: 0,
    report: () => {},
  });
  return { verdicts: comparisons.map(({ verdict }) => verdict), left, starts };
}

const verdictsOf = async (...given: Parameters<typeof proveBetween>) =>
  (await proveBetween(...given)).verdicts;
const says = (value: unknown) => () => () => value;

test('what is the same is asked twice, of one process each', async () => {
  const asked: string[] = [];
  const listen: Process = () => (path) => asked.push(path) && 'fine';
  const { verdicts, starts } = await proveBetween(listen, says('fine'), ['GET /a', 'GET /b']);
  assert.deepEqual(
    { verdicts, starts, asked },
    {
      verdicts: ['equal', 'equal'],
      starts: 1,
      asked: ['/a', '/a', '/b', '/b'],
    },
  );
});

test('what differs is confirmed by fresh processes', async () => {
  const { verdicts, starts } = await proveBetween(says('a'), says('b'), ['GET /']);
  assert.deepEqual({ verdicts, starts }, { verdicts: ['different'], starts: 3 });
});

test('what each process has of its own is no difference', async () => {
  let processes = 0;
  const numbered: Process = () => {
    const number = ++processes;
    return () => ({ number, name: 'same' });
  };
  assert.deepEqual(await verdictsOf(numbered, numbered, ['GET /']), ['varies']);
  // Though not what only maglev has of its own.
  assert.deepEqual(await verdictsOf(says({ number: 0, name: 'same' }), numbered, ['GET /']), ['different']);
});

test('what was stored at another time is no difference; what is done with it is one', async () => {
  let now = 0;
  const storing =
    (deleted: string): Process =>
    () => {
      let stored: number | null = null;
      return (_path, method) => {
        if (method === 'DELETE') {
          const said = stored === null ? 'nothing' : deleted;
          stored = null;
          return said;
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

test('a process that ends is started again with the other one, and the rest is asked', async () => {
  const ends: Process = () => (path) => (path === '/exit' ? null : 'fine');
  const requests = ['GET /a', 'GET /exit', 'GET /b'];
  const { verdicts, starts } = await proveBetween(ends, ends, requests);
  assert.deepEqual({ verdicts, starts }, { verdicts: ['equal', 'crashed', 'equal'], starts: 2 });
  assert.deepEqual(await verdictsOf(says('fine'), ends, requests), ['equal', 'different', 'equal']);
});

test('a program that ends again and again is left, and the rest is counted', async () => {
  const requests = Array.from({ length: 9 }, () => 'GET /exit');
  const { verdicts, left } = await proveBetween(says(null), says(null), requests);
  assert.deepEqual(new Set(verdicts), new Set(['crashed']));
  assert.equal(verdicts.length + left, 9);
  assert.ok(left > 0);
});

test('why fresh processes do not start is told, and nothing is settled without them', async () => {
  const pair = {
    express: new Fake(says('a')),
    maglev: new Fake(says('b')),
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

test('nothing that there was no time for is called the same or different', async () => {
  const { verdicts, left } = await proveBetween(says('a'), says('b'), ['GET /a', 'GET /b'], -1);
  assert.deepEqual({ verdicts, left }, { verdicts: ['unsettled'], left: 1 });
});

test('in many runs chance makes no difference, and hides none', async () => {
  const restless: Process = () => {
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
    const response = restless();
    return (path, method) => {
      const said = response(path, method) as object;
      return path === '/coin' ? { ...said, odd: true } : said;
    };
  };
  const requests = ['GET /coin', 'GET /list', 'GET /process', 'GET /now', 'HEAD /now'];
  for (let run = 0; run < 60; run++) {
    assert.ok(!(await verdictsOf(restless, restless, requests)).includes('different'), `run ${run}`);
    const [coin, ...others] = await verdictsOf(restless, seeded, requests);
    assert.equal(coin, 'different', `run ${run}`);
    assert.ok(!others.includes('different'), `run ${run}`);
  }
});
