/** Reports as the benchmarks make them, with figures that are easy to reckon with. */
import type { Cell, GrowthReport, HttpReport } from '../../bench/report/reports.js';
import { summary } from '../../bench/shared.js';

const about = {
  node: 'v20.0.0',
  processor: 'a <fast> one',
  source: 'commit abc',
  date: '2026-01-01',
  settings: { rounds: 3, slot: 100 },
};

/** Costs of each subject in three rounds. */
const subjects: readonly (readonly [id: string, name: string, costs: number[]])[] = [
  ['raw', 'node:http', [10, 10, 10]],
  ['maglev', 'maglev 5.x', [10, 11, 9]],
  ['express', 'Express 5', [40, 50, 60]],
];

export const http: HttpReport = {
  kind: 'http',
  ...about,
  base: 'raw',
  results: ['JSON & more', 'static file, 10 KB', '500 routes, nested, last'].map((name) => ({
    id: name,
    name,
    subjects: subjects.map(([id, name, costs]) => cellOf(id, name, summary(costs))),
  })),
};

export const growth: GrowthReport = {
  kind: 'growth',
  ...about,
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

function cellOf(id: string, name: string, same: Cell['cpu']): Cell {
  return { id, name, cpu: same, throughput: same, p50: same, p99: same, rss: same, heapUsed: same };
}
