/** How `maglev compare` divides its time between requests, with a clock that only moves while a request is sent. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it, mock } from 'node:test';
import type { Comparison } from '../../../src/cli/compare/equality.js';
import {
  type LoadProcess,
  type Measurable,
  Measurement,
  type Speed,
} from '../../../src/cli/compare/measure.js';
import { requestOf } from '../../../src/cli/compare/request.js';

/** Milliseconds of a request on either side. */
const HEAVY = 50;
const LIGHT = 1;
const ROUNDS = 7;

beforeEach(() => mock.timers.enable({ apis: ['Date'] }));
afterEach(() => mock.timers.reset());

/** Microseconds that the sides have worked: the time during which requests are sent. */
let spent = 0;

/** Sends complete requests, on one connection: a turn takes longer than its slot. */
const load: LoadProcess = {
  async send({ requests, amount = Number.POSITIVE_INFINITY, milliseconds = Number.POSITIVE_INFINITY }) {
    const begin = Date.now();
    let count = 0;
    do {
      const time = requests[count++ % requests.length]!.name.includes('heavy') ? HEAVY : LIGHT;
      mock.timers.setTime(Date.now() + time);
      spent += time * 1000;
    } while (count < amount && Date.now() - begin < milliseconds);
    const took = Date.now() - begin;
    return { count, milliseconds: took, p50: took / count, p99: took / count, cpu: 0 };
  },
};

function sideOf(name: Measurable['name']): Measurable {
  return {
    name,
    port: 0,
    requestOf: (request) => request,
    usage: async () => ({ cpu: spent, rss: 0, heapUsed: 0 }),
    heap: async () => 0,
    startProfile: async () => {},
    stopProfile: async () => ({ microseconds: 0, groups: [], functions: [] }),
  };
}

function equal(path: string): Comparison {
  return {
    request: requestOf({ method: 'GET', path }),
    verdict: 'equal',
    status: 200,
    length: 4,
    differences: [],
    varying: [],
    sent: 2,
    named: false,
  };
}

async function measureFor(milliseconds: number): Promise<Speed> {
  const sides = [sideOf('express'), sideOf('maglev')] as const;
  const measurement = new Measurement(sides, load, { rounds: ROUNDS, milliseconds }, () => {});
  return (await measurement.run([equal('/heavy'), equal('/light')])) as Speed;
}

it('measures requests separately, too, if the turns of all take too long', async () => {
  const speed = await measureFor(12_000);
  assert.deepEqual(
    speed.routes.map(({ name }) => name),
    ['GET /heavy', 'GET /light'],
  );
  assert.ok(speed.alone!.slot >= 20);
  assert.ok(speed.rounds <= 6 * ROUNDS);
  assert.deepEqual(speed.notes, []);
});

it('leaves out requests for which there is too little time alone, instead of giving them short turns', async () => {
  const speed = await measureFor(6_000);
  assert.deepEqual(
    speed.routes.map(({ name, express }) => [name, express.cpu.values.length]),
    [['GET /heavy', ROUNDS]],
  );
  assert.deepEqual(speed.notes, [
    'Only 1 of 2 requests were measured individually, because there was not enough time. Run longer with --time.',
  ]);
});
