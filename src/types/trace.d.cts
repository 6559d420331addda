/// <reference path="./core-types.d.cts" />
import type * as core from 'express-serve-static-core';

/**
 * The message of the tracing channel `maglev:layer` about a layer that runs: the same object for all of its events.
 *
 * @example tracingChannel<object, LayerTrace>('maglev:layer').start.subscribe((trace) => {});
 */
export interface LayerTrace {
  readonly req: core.Request;
  readonly res: core.Response;
  readonly type: 'handler' | 'middleware' | 'route' | 'router';
  /** The name of its function. */
  readonly name: string;
  /** For routes and their handlers. */
  readonly route: core.IRoute | undefined;
  readonly baseUrl: string;
  readonly layer: core.ILayer;
  /** Set from the event `error` on. */
  error?: unknown;
}
