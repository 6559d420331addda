import { tracingChannel } from 'node:diagnostics_channel';
import type { Next } from '../contracts/handler.js';
import type { LayerLike } from '../contracts/layer.js';
import type { RouteLike } from '../contracts/route.js';
import { kMountedApp, kTable } from '../symbols.js';

/** What subscribers get, the same object at each event of a layer's run. */
export interface LayerMessage {
  readonly req: any;
  readonly res: any;
  readonly layer: LayerLike;
  /** A route is found first, then each of its handlers runs. */
  readonly type: 'handler' | 'middleware' | 'route' | 'router';
  readonly name: string;
  /** The route that the layer stands for, or that the handler belongs to. */
  readonly route: RouteLike | undefined;
  readonly baseUrl: string;
  error?: unknown;
}

const { start, end, asyncStart, asyncEnd, error } = tracingChannel<object, any>('maglev:layer');

/**
 * `isOn` while somebody listens: looked up once for each router that a request enters, so that layers need only read it.
 * `current` is the run whose handler is being called, for those who see what it returns.
 */
export const tracing: { isOn: boolean; current: Run | null } = { isOn: false, current: null };

export function lookForSubscribers(): void {
  // One by one: the common property of tracing channels is missing in the first versions of Node 20.
  tracing.isOn =
    start.hasSubscribers ||
    end.hasSubscribers ||
    asyncStart.hasSubscribers ||
    asyncEnd.hasSubscribers ||
    error.hasSubscribers;
}

/** Runs a layer by `run`, which gets the `next` to give it, and tells subscribers. */
export function traceLayer(
  layer: LayerLike,
  failure: unknown,
  req: any,
  res: any,
  next: Next,
  run: (next: Next) => void,
): void {
  if (!runs(layer, failure)) {
    run(next);
    return;
  }
  const traced = new Run(describe(layer, req, res));
  const outer = tracing.current;
  tracing.current = traced;
  try {
    start.runStores(traced.message, run, undefined, (result?: unknown) => traced.goOn(next, result));
  } finally {
    tracing.current = outer;
    end.publish(traced.message);
  }
}

/** Looks at what a handler has returned on a line that does not: a promise that is broken stays unhandled. */
export function observe(result: unknown): void {
  const run = tracing.current;
  if (run === null || !(result instanceof Promise)) return;
  result.then(
    () => run.fulfil(),
    (reason) => {
      run.reject(reason);
      throw reason;
    },
  );
}

/** Whether a layer's handler wants an error, or the lack of one; it is passed over otherwise. */
function runs({ handle }: LayerLike, failure: unknown): boolean {
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

/** A layer that is running: it is over when it calls `next`, or its promise settles, whichever comes first. */
class Run {
  declare readonly message: LayerMessage;
  declare isOver: boolean;

  constructor(message: LayerMessage) {
    this.message = message;
    this.isOver = false;
  }

  /** Takes the place of `next`. */
  goOn(next: Next, result: unknown): void {
    if (this.isOver) next(result);
    else this.handOver(next, result);
  }

  /** The handler's promise has been kept. */
  fulfil(): void {
    if (this.isOver) return;
    this.isOver = true;
    asyncStart.publish(this.message);
    asyncEnd.publish(this.message);
  }

  /** The handler's promise has been broken, and nobody calls `next` for that. */
  reject(reason: unknown): void {
    this.fail(reason);
    this.fulfil();
  }

  private handOver(next: Next, result: unknown): void {
    if (result && result !== 'route' && result !== 'router') this.fail(result);
    this.isOver = true;
    asyncStart.runStores(this.message, () => {
      try {
        next(result);
      } finally {
        asyncEnd.publish(this.message);
      }
    });
  }

  private fail(reason: unknown): void {
    if (this.isOver) return;
    this.message.error = reason;
    error.publish(this.message);
  }
}
