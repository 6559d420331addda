import type { Next } from './handler.js';

/** What routers and dispatch need of a route; `Layer` is what its stack holds. */
export interface RouteLike<Layer = any> {
  path: unknown;
  stack: Layer[];
  methods: Record<string, boolean>;
  dispatch(req: any, res: any, done: Next): void;
}
