/** Runs one layer, and publishes it on the tracing channel `maglev:layer` if there are subscribers. */
import { tracingChannel } from 'node:diagnostics_channel';
import type { Next } from '../contracts/handler.js';
import type { LayerLike } from '../contracts/layer.js';
import type { RouteLike } from '../contracts/route.js';
import type { Line } from '../lines/line.js';
import { kMountedApp, kTable } from '../symbols.js';

/** The message to subscribers: the same object for all events of one run of a layer. */
export interface LayerMessage {
  readonly req: any;
  readonly res: any;
  readonly layer: LayerLike;
  /** A route is found first, then each of its handlers runs. */
  readonly type: 'handler' | 'middleware' | 'route' | 'router';
  readonly name: string;
  /** The route of the layer, or the one that the handler belongs to. */
  readonly route: RouteLike | undefined;
  readonly baseUrl: string;
  error?: unknown;
}

const { start, end, asyncStart, asyncEnd, error } = tracingChannel<object, any>('maglev:layer');

/**
 * `isOn`: whether there are subscribers, checked once for each router that a request enters. `current`: the run whose handler
 * is being called, for the code that gets the handler's return value.
 */
export const tracing: { isOn: boolean; current: LayerRun | null } = { isOn: false, current: null };

export function lookForSubscribers(): void {
  // One by one, because `hasSubscribers` of a tracing channel is missing in the first versions of Node 20.
  tracing.isOn =
    start.hasSubscribers ||
    end.hasSubscribers ||
    asyncStart.hasSubscribers ||
    asyncEnd.hasSubscribers ||
    error.hasSubscribers;
}

/**
 * Runs a layer with the method of its line (`handleRequest` in 5.x, `handle_request` in 4.x). An object that a user has put into the
 * stack may not have that method, and is then run with the other one.
 */
export function runLayer(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  if (tracing.isOn) runTraced(line, layer, error, req, res, next);
  else if (error) runWithError(line, layer, error, req, res, next);
  else if (isOfOtherLine(layer, line)) layer.handleRequest(req, res, next);
  else layer[line.requestMethod](req, res, next);
}

/** Whether a layer only has `handleRequest`, but its line uses another name. */
export function isOfOtherLine(layer: any, line: Line): boolean {
  return layer[line.requestMethod] === undefined && layer.handleRequest !== undefined;
}

/** A separate function, because a function that contains a closure costs more even if the closure is not created. */
function runTraced(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  traceLayer(layer, error, req, res, next, (traced) => {
    if (error) runWithError(line, layer, error, req, res, traced);
    else if (isOfOtherLine(layer, line)) layer.handleRequest(req, res, traced);
    else layer[line.requestMethod](req, res, traced);
  });
}

function runWithError(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  if (isOfOtherLine(layer, line)) layer.handleError(error, req, res, next);
  else layer[line.errorMethod](error, req, res, next);
}

/** Calls `run` with a traced `next`, and publishes the events of the layer. */
function traceLayer(
  layer: LayerLike,
  failure: unknown,
  req: any,
  res: any,
  next: Next,
  run: (next: Next) => void,
): void {
  if (!willRun(layer, failure)) {
    run(next);
    return;
  }
  const traced = new LayerRun(describe(layer, req, res));
  const outer = tracing.current;
  tracing.current = traced;
  try {
    start.runStores(traced.message, run, undefined, (result?: unknown) => traced.callNext(next, result));
  } finally {
    tracing.current = outer;
    end.publish(traced.message);
  }
}

/** For lines that ignore the return values of handlers: a rejection is published, and stays unhandled. */
export function watchPromise(result: unknown): void {
  const run = tracing.current;
  if (run === null || !(result instanceof Promise)) return;
  result.then(
    () => run.finishByPromise(),
    (reason) => {
      run.handleRejection(reason);
      throw reason;
    },
  );
}

/** Whether a layer's handler is called and not skipped: handlers with four parameters are only called with an error. */
function willRun({ handle }: LayerLike, failure: unknown): boolean {
  if (typeof handle !== 'function') return false;
  return failure ? handle.length === 4 : handle.length < 4;
}

function describe(layer: LayerLike, req: any, res: any): LayerMessage {
  const isHandler = Object.hasOwn(layer, 'method');
  const route = isHandler ? req.route : layer.route;
  const type = isHandler ? 'handler' : route ? 'route' : isRouter(layer.handle) ? 'router' : 'middleware';
  return { req, res, layer, type, name: layer.name, route, baseUrl: req.baseUrl };
}

function isRouter(handle: any): boolean {
  return handle[kTable] !== undefined || handle[kMountedApp] !== undefined;
}

/** One run of a layer, which ends when it calls `next` or its promise settles, whichever comes first. */
class LayerRun {
  declare readonly message: LayerMessage;
  declare isOver: boolean;

  constructor(message: LayerMessage) {
    this.message = message;
    this.isOver = false;
  }

  /** Called instead of `next`. */
  callNext(next: Next, result: unknown): void {
    if (this.isOver) next(result);
    else this.finishByNext(next, result);
  }

  finishByPromise(): void {
    if (this.isOver) return;
    this.isOver = true;
    asyncStart.publish(this.message);
    asyncEnd.publish(this.message);
  }

  /** For lines on which a rejection does not call `next`. */
  handleRejection(reason: unknown): void {
    this.publishError(reason);
    this.finishByPromise();
  }

  private finishByNext(next: Next, result: unknown): void {
    if (result && result !== 'route' && result !== 'router') this.publishError(result);
    this.isOver = true;
    asyncStart.runStores(this.message, () => {
      try {
        next(result);
      } finally {
        asyncEnd.publish(this.message);
      }
    });
  }

  private publishError(reason: unknown): void {
    if (this.isOver) return;
    this.message.error = reason;
    error.publish(this.message);
  }
}
