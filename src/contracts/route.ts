import type { Next } from './handler.js';

/** The members of a route that routers and dispatch use; `Layer` is the type of its layers. */
export interface RouteLike<Layer = any> {
  path: unknown;
  stack: Layer[];
  methods: Record<string, boolean>;
  dispatch(req: any, res: any, done: Next): void;
}
