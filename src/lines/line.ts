import type { Dialect } from '../../compiler/ir.js';
import type { AnyHandler } from '../contracts/handler.js';
import type { LayerConstructor, LayerLike } from '../contracts/layer.js';
import type { RouteLike } from '../contracts/route.js';
import type { ReadTemplate } from '../registration/template.js';

/**
 * A release line: every decision that differs between 3.x, 4.x and 5.x, under a name. The core asks the line and
 * never which version it is.
 */
export interface Line {
  readonly dialect: Dialect;
  /** Reads a path for making addresses. */
  readonly readTemplate: ReadTemplate;
  readonly Layer: LayerConstructor;
  /** The parameter names that a matched layer captured, in order. */
  keysOf(layer: LayerLike): readonly string[];
  /** Leaves the captured names on the layer, where the line keeps them there. */
  setKeys(layer: LayerLike, names: readonly string[]): void;
  /** Copies the parameters that a router was given, where they are no plain object. */
  copyParams(params: object): Record<string, unknown>;
  /** The function that stands in the layer of a route. */
  routeHandler(route: RouteLike): AnyHandler;
  /** Asks a route, by the names its line has for that: they may have been replaced. */
  handlesMethod(route: RouteLike, method: unknown): boolean;
  listMethods(route: RouteLike): string[];
  /** The names under which layers run; those of users may have no others. */
  readonly requestMethod: string;
  readonly errorMethod: string;
  /** The handlers in nested arrays; what becomes of their holes differs. */
  readonly flatten: (handlers: readonly unknown[]) => unknown[];
  /** An empty record of the methods that a route handles. */
  createMethods(): Record<string, boolean>;
  /** In a route, skipped handlers and the end of the route count towards the rest that the stack gets, too. */
  readonly countsEveryStep: boolean;
  /** A rejected promise counts as `next(error)`. */
  readonly watchesPromises: boolean;
  /** The value of an Allow header. */
  allow(methods: readonly string[]): string;
  /** Sends the automatic answer to OPTIONS. */
  answerOptions(res: any, allow: string): void;
  /** Name of the router method through which parameter callbacks run, where a line makes it public. */
  readonly paramsMethod: string | null;
  /** That method as the line made it. */
  pristineParams(): unknown;
  readonly messages: RegistrationMessages;
}

/** The errors of wrong registration calls, in each line's words. */
export interface RegistrationMessages {
  useWithoutHandler(path: unknown): Error;
  useWithWrongHandler(path: unknown, got: unknown): Error;
  /** Null where the line accepts a route without handlers. */
  routeWithoutHandler: ((method: string, path: unknown) => Error) | null;
  routeWithWrongHandler(method: string, path: unknown, got: unknown): Error;
}
