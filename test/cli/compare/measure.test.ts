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

it('measures requests separately, too, if the turns of all take too long', async () => {
  const plan = { rounds: 7, milliseconds: 6_000 };
  const sides = [sideOf('express'), sideOf('maglev')] as const;
  const speed = (await new Measurement(sides, load, plan, () => {}).run([
    equal('/heavy'),
    equal('/light'),
  ])) as Speed;
  assert.deepEqual(
    speed.routes.map(({ name }) => name),
    ['GET /heavy', 'GET /light'],
  );
  assert.ok(speed.alone!.slot >= 1);
  assert.ok(speed.rounds < 6 * plan.rounds, 'all rounds of all requests fitted');
});
