/** A result in the format of `maglev compare`, with figures that are easy to calculate with. */
import type { Comparison, Verdict } from '../../../src/cli/compare/equality.js';
import type { Measured } from '../../../src/cli/compare/measure.js';
import { requestOf } from '../../../src/cli/compare/request.js';
import type { Result } from '../../../src/cli/compare/result.js';
import type { Figures } from '../../../src/cli/measure/cost.js';
import { summary } from '../../../src/cli/measure/statistics.js';

function comparison(path: string, verdict: Verdict = 'equal', parts: Partial<Comparison> = {}): Comparison {
  const request = requestOf({ method: 'GET', path });
  return {
    request,
    verdict,
    status: 200,
    length: 5,
    differences: [],
    varying: [],
    sent: 2,
    named: true,
    ...parts,
  };
}

function figures(cpu: number, throughput: number, latency: number): Figures {
  const around = (value: number) => summary([0.9, 0.95, 1, 1.05, 1.1].map((factor) => factor * value));
  return {
    cpu: around(cpu),
    throughput: around(throughput),
    p50: around(latency),
    p99: around(4 * latency),
    rss: around(80 * 2 ** 20),
    heapUsed: around(20 * 2 ** 20),
  };
}

function measured(name: string, scale: number, status: number | null = 200): Measured {
  return {
    name,
    status,
    express: figures(100 * scale, 9000 / scale, scale),
    maglev: figures(25 * scale, 36_000 / scale, scale / 4),
  };
}

const LONG = `/api/v1/customers/1/${'orders/1/'.repeat(12)}items`;

export const comparisons = {
  equal: comparison('/users/1'),
  varies: comparison('/time', 'varies', { varying: ['body /now', 'header set-cookie'], length: null }),
  unfinished: comparison('/events', 'unfinished'),
  unanswered: comparison('/silent', 'unanswered', { status: 0 }),
  crashed: comparison('/exit', 'crashed', { status: 0 }),
  different: comparison('/<b>odd</b>', 'different', {
    differences: [
      { what: 'header x-kind', express: 'X-Kind: a', maglev: 'X-Kind: b' },
      { what: 'body', express: 'one\n<i>zwei</i>\nthree', maglev: 'one\ntwo\nthree' },
    ],
  }),
};

export const result: Result = {
  app: './<app>.js',
  versions: { node: 'v20.0.0', express: '5.1.0', maglev: '5.0.0' },
  express: '5',
  processor: 'a fast one, 2 cores',
  date: '2026-01-01',
  seconds: 2.34,
  requests: {
    source: 'the route table',
    skipped: ['/^\\/x/'],
    left: 0,
    unsafe: 2,
    elsewhere: 3,
    shared: null,
    unconfirmed: null,
  },
  comparisons: [
    comparisons.equal,
    comparisons.varies,
    comparison(LONG, 'varies', { varying: ['header set-cookie'], status: 404 }),
  ],
  fastPaths: [{ name: 'head', on: true, reason: null }],
  speed: {
    rounds: 5,
    slot: 100,
    alone: { rounds: 5, slot: 50 },
    connections: 16,
    overall: measured('all requests in turn', 1, null),
    routes: [measured('GET /users/1', 1), measured(`GET ${LONG}`, 20, 404)],
    shares: {
      express: {
        microseconds: 1,
        groups: [
          { name: 'router', share: 0.6 },
          { name: 'your handlers', share: 0.4 },
        ],
        functions: [{ name: 'next, router/index.js:1', share: 0.5 }],
      },
      maglev: {
        microseconds: 1,
        groups: [
          { name: 'your handlers', share: 0.9 },
          { name: 'router', share: 0.1 },
        ],
        functions: [{ name: 'run, dist/src/dispatch/dispatch.js:1', share: 0.1 }],
      },
    },
    unreliable: null,
    unsettled: null,
    notes: ['GET /limited was not measured: GET /limited has status 429 instead of 200 under load.'],
  },
};

export const different: Result = {
  ...result,
  comparisons: [...result.comparisons, comparisons.different, comparisons.unfinished],
};
