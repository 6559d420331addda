/** The plots, as data. */
import type { Start } from './start.js';

export interface PlotOfSizes {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** The unit of the sizes. */
  readonly x: string;
  /** The sizes of a full run. */
  readonly sizes: readonly number[];
  /** The sizes of a quick run. */
  readonly quick: readonly number[];
}

export interface LoadPlot extends PlotOfSizes {
  /** The id of the scenario for a size. */
  scenario(size: number): string;
  connections?(size: number): number;
}

export interface StartPlot extends PlotOfSizes {
  readonly y: string;
  /** Returns the figure to plot. */
  of(start: Start): number;
}

/** Measured under load. */
export const loadPlots: readonly LoadPlot[] = [
  {
    id: 'routes',
    title: 'Number of routes',
    note: 'A flat table, requests to the last route that has a parameter.',
    x: 'routes',
    sizes: [10, 100, 1000, 10_000],
    quick: [10, 100, 1000],
    scenario: (size) => `flat-${size}`,
  },
  {
    id: 'middlewares',
    title: 'Number of middlewares',
    note: 'Each only calls the next one.',
    x: 'middlewares',
    sizes: [0, 1, 2, 5, 10, 20, 50, 100],
    quick: [0, 10, 100],
    scenario: (size) => `middlewares-${size}`,
  },
  {
    id: 'depth',
    title: 'Depth of nesting',
    note: 'Nested routers, with the route in the innermost.',
    x: 'routers',
    sizes: [0, 1, 2, 4, 8, 16],
    quick: [0, 4, 16],
    scenario: (size) => `depth-${size}`,
  },
  {
    id: 'body',
    title: 'Size of the body',
    note: 'POST of JSON, up to the size that all accept by default.',
    x: 'bytes',
    sizes: [128, 1024, 10 * 1024, 100 * 1024],
    quick: [128, 10 * 1024],
    scenario: (size) => `post-json-${size}`,
  },
  {
    id: 'connections',
    title: 'Concurrent connections',
    note: 'JSON; opening the connections is part of the cost.',
    x: 'connections',
    sizes: [1, 10, 100, 1000, 10_000],
    quick: [1, 100, 1000],
    scenario: () => 'json',
    connections: (size) => size,
  },
];

const routeTable = { x: 'routes', sizes: loadPlots[0]!.sizes, quick: loadPlots[0]!.quick };

/** Measured at the startup of fresh processes. */
export const startPlots: readonly StartPlot[] = [
  {
    ...routeTable,
    id: 'startup',
    title: 'Start',
    note: 'Loading and registering the routes, until the server listens.',
    y: 'milliseconds',
    of: ({ startup }) => startup,
  },
  {
    ...routeTable,
    id: 'first',
    title: 'First request',
    note: 'Until the first response of a fresh process.',
    y: 'milliseconds',
    of: ({ first }) => first,
  },
  {
    ...routeTable,
    id: 'memory',
    title: 'Memory',
    note: 'Heap after the first response and a garbage collection.',
    y: 'MB',
    of: ({ heapUsed }) => heapUsed / 2 ** 20,
  },
];
