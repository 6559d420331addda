import type * as core from 'express-serve-static-core';

/**
 * What the events of the tracing channel `maglev:layer` tell of a layer that runs, in one object for all of them.
 *
 * @example tracingChannel<object, LayerTrace>('maglev:layer').start.subscribe((trace) => {});
 */
export interface LayerTrace {
  readonly req: core.Request;
  readonly res: core.Response;
  readonly type: 'handler' | 'middleware' | 'route' | 'router';
  /** The name of its function. */
  readonly name: string;
  /** Of a route, and of its handlers. */
  readonly route: core.IRoute | undefined;
  readonly baseUrl: string;
  readonly layer: core.ILayer;
  /** From the event `error` on. */
  error?: unknown;
}
