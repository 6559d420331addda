import type { Dialect } from '../../compiler/ir.js';
import type { AnyHandler } from '../contracts/handler.js';
import type { LayerConstructor, LayerLike } from '../contracts/layer.js';
import type { RouteLike } from '../contracts/route.js';
import type { ReadTemplate } from '../registration/template.js';

/**
 * An Express release line: everything that differs between 3.x, 4.x and 5.x in routing. The core does not know which line it runs.
 */
export interface Line {
  readonly dialect: Dialect;
  /** Parses a path for `app.url`. */
  readonly readTemplate: ReadTemplate;
  readonly Layer: LayerConstructor;
  /** The names of the parameters that a layer captured, in order. Layers that users have created may have no `keys`. */
  keysOf(layer: LayerLike): readonly string[];
  /** Sets the captured names on the layer, if the line stores them there. */
  setKeys(layer: LayerLike, names: readonly string[]): void;
  /** Copies the parent's parameters if they are not a plain object. */
  copyParams(params: object): Record<string, unknown>;
  /** The `handle` of a route's layer. */
  routeHandler(route: RouteLike): AnyHandler;
  /** Calls the route's method, which may be patched. */
  handlesMethod(route: RouteLike, method: unknown): boolean;
  listMethods(route: RouteLike): string[];
  /** The line's names of the layer methods; layers that users create may have only these. */
  readonly requestMethod: 'handleRequest' | 'handle_request';
  readonly errorMethod: 'handleError' | 'handle_error';
  /** Flattens arrays of handlers; the lines treat holes differently. */
  readonly flatten: (handlers: readonly unknown[]) => unknown[];
  /** An empty record of the methods that a route handles. */
  createMethods(): Record<string, boolean>;
  /** In a route, skipped handlers and its end also count towards the depth at which dispatch unwinds the stack. */
  readonly countsEveryStep: boolean;
  /** A rejected promise calls `next(error)`. */
  readonly watchesPromises: boolean;
  /** The value of an Allow header. */
  allow(methods: readonly string[]): string;
  /** Sends the automatic response to OPTIONS. */
  sendOptions(res: any, allow: string): void;
  /** The public router method `process_params`, which runs parameter callbacks, as defined by the line; null if it has none. */
  readonly paramsMethod: { readonly original: unknown } | null;
  readonly messages: RegistrationMessages;
}

/** The errors of invalid registration calls, with the messages of each line. */
export interface RegistrationMessages {
  useWithoutHandler(path: unknown): Error;
  useWithWrongHandler(path: unknown, got: unknown): Error;
  /** Null if the line accepts a route without handlers. */
  routeWithoutHandler: ((method: string, path: unknown) => Error) | null;
  routeWithWrongHandler(method: string, path: unknown, got: unknown): Error;
}
