/** Reports in the format of the benchmarks, with figures that are easy to calculate with. */
import { besideOf } from '../../bench/http/pairs.js';
import type { Cell, GrowthReport, HttpReport, Run } from '../../bench/report/reports.js';
import { summary } from '../../bench/shared.js';

const about = {
  processor: 'a <fast> one',
  source: 'commit abc',
  date: '2026-01-01',
  settings: { processes: 1, rounds: 3, slot: 100, connections: 32, pipelining: 1 },
};

/** The costs of each subject in three rounds. */
const subjects: readonly (readonly [id: string, name: string, costs: number[]])[] = [
  ['raw', 'node:http', [10, 10, 10]],
  ['maglev', 'maglev 5.x', [10, 10.2, 9.9]],
  ['express', 'Express 5', [50, 50, 52]],
  ['koa', 'Koa', [20, 40, 60]],
];

export const http: HttpReport = { kind: 'http', ...about, base: 'raw', runs: [runOn('v26.0.0')] };

/** Measured on several versions of Node. */
export const several: HttpReport = { ...http, runs: ['v20.1.0', 'v24.2.0', 'v26.3.0'].map(runOn) };

export const pipelined: HttpReport = {
  ...http,
  settings: { ...about.settings, connections: 100, pipelining: 10 },
};

export const growth: GrowthReport = {
  kind: 'growth',
  ...about,
  node: 'v26.0.0',
  plots: ['Middlewares', 'Routes'].map((title) => ({
    id: title.toLowerCase(),
    title,
    note: 'Each calls the next.',
    x: 'middlewares',
    y: 'microseconds',
    series: [
      { id: 'maglev', name: 'maglev 5.x', cost: 1 },
      { id: 'express', name: 'Express 5', cost: 20 },
    ].map(({ id, name, cost }) => ({
      id,
      name,
      points: [0, 10, 100].map((x) => ({ x, ...summary([1, 2, 3].map((more) => x + more * cost)) })),
    })),
  })),
};

function runOn(node: string): Run {
  return {
    node,
    results: ['JSON & more', 'static file, 10 KB', '500 routes, nested, last'].map((name) => ({
      id: name,
      name,
      subjects: subjects.map(([id, name, costs]) => cellOf(id, name, costs)),
    })),
  };
}

function cellOf(id: string, name: string, costs: readonly number[]): Cell {
  const same = summary(costs);
  const pairs = costs.map((cost) => ({ own: { cpu: cost, p99: cost }, base: { cpu: 10, p99: 10 } }));
  return {
    id,
    name,
    cpu: same,
    throughput: summary(costs.map((cost) => 1e5 / cost)),
    p50: same,
    p99: same,
    rss: same,
    heapUsed: same,
    ...besideOf(pairs),
  };
}
