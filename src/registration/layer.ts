import type { LayerRecord, Matchable, MatchOptions, Params } from '../../compiler/ir.js';
import { traceLayer, tracing } from '../dispatch/trace.js';
import type { Line } from '../lines/line.js';
import type { RouteLike } from './route.js';

/** A handler as the framework sees it; the arity tells request handlers from error handlers. */
export type AnyHandler = (...args: any[]) => unknown;
export type Next = (error?: unknown) => void;

/** What dispatch needs of a layer. Users may put objects of their own into a stack, so nothing more is assumed. */
export interface LayerLike extends Matchable {
  handle: AnyHandler;
  name: string;
  keys: any[];
  params: Params | undefined;
  path: string | undefined;
  route?: RouteLike | undefined;
  method?: string | undefined;
  handleRequest(req: any, res: any, next: Next): void;
  handleError(error: unknown, req: any, res: any, next: Next): void;
}

export interface LayerOptions {
  readonly sensitive?: boolean | undefined;
  readonly strict?: boolean | undefined;
  readonly end?: boolean | undefined;
}

export type LayerConstructor = new (
  path: unknown,
  options: LayerOptions | undefined,
  fn: AnyHandler,
) => LayerLike;

/**
 * Runs a layer by the name that its line has for it or, if it is an object of a user's that has none of that name, by that of
 * dispatch, which for layers of ours leads there.
 */
export function runLayer(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  if (tracing.isOn) runTraced(line, layer, error, req, res, next);
  else if (error) runWithError(line, layer, error, req, res, next);
  else if (isOfOtherLine(layer, line)) layer.handleRequest(req, res, next);
  else layer[line.requestMethod](req, res, next);
}

/** Whether a layer can only be run by the name that dispatch has for it. */
export function isOfOtherLine(layer: any, line: Line): boolean {
  return layer[line.requestMethod] === undefined && layer.handleRequest !== undefined;
}

/** Apart from the others: a function in which there is a closure costs more, also where it does not make it. */
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

/** What a layer was made from, kept where neither key listings nor inspection show it. */
export interface LayerSource extends Pick<LayerRecord, 'options' | 'slash'> {
  readonly path: unknown;
  /** The handler given at registration; `layer.handle` may have been replaced since. */
  readonly fn: AnyHandler;
}

/** Remembers the source of each layer. The lines' layers derive from it and own everything that is visible. */
export abstract class SourcedLayer {
  readonly #path: unknown;
  readonly #options: MatchOptions;
  readonly #fn: AnyHandler;
  #matcher: unknown;
  #measured: AnyHandler;
  #arity: number;

  constructor(path: unknown, options: LayerOptions | undefined, fn: AnyHandler) {
    this.#path = snapshot(path);
    this.#options = normalise(options);
    this.#fn = fn;
    this.#matcher = undefined;
    this.#measured = fn;
    this.#arity = fn.length;
  }

  /**
   * `fn.length`, remembered as long as the handler is the same: reading it costs 35 ns a call on Node 20. Copies of layers,
   * and objects that borrow the methods of one, have nowhere to remember it.
   */
  static arityOf(layer: object, fn: AnyHandler): number {
    if (!(#measured in layer)) return fn.length;
    if (fn !== layer.#measured) {
      layer.#measured = fn;
      layer.#arity = fn.length;
    }
    return layer.#arity;
  }

  /** Whether a layer still matches by what it was made from; both are public, and may be replaced. */
  static isIntact(layer: object): boolean {
    if (!(#matcher in layer) || (layer as unknown as Matchable).match !== ownMatch(layer)) return false;
    return layer.#matcher === layer.currentMatcher();
  }

  /** What the layer matches by at the moment. */
  protected abstract currentMatcher(): unknown;

  /** Called once the layer's public fields are set. */
  protected remember(): void {
    this.#matcher = this.currentMatcher();
  }

  /** Null for objects that are not layers of ours, or whose `match` has been replaced. */
  static sourceOf(layer: object): LayerSource | null {
    if (!SourcedLayer.isIntact(layer) || !(#path in layer)) return null;
    const { end } = layer.#options;
    return { path: layer.#path, options: layer.#options, slash: layer.#path === '/' && !end, fn: layer.#fn };
  }
}

/** An array may be changed afterwards, which is too late for the layer. */
function snapshot(path: unknown): unknown {
  return Array.isArray(path) ? Array.from(path, snapshot) : path;
}

const pristine = new Map<object, unknown>();

/** Declares a line's layer finished: from here on a replaced `match` is noticed. */
export function sealLayer(layer: { prototype: Matchable }): void {
  pristine.set(layer.prototype, layer.prototype.match);
}

function ownMatch(layer: object): unknown {
  return pristine.get(Object.getPrototypeOf(layer));
}

/** One object for each of the eight kinds of options, shared by all layers. */
function normalise(options: LayerOptions | undefined): MatchOptions {
  const end = options?.end !== false;
  const strict = Boolean(options?.strict);
  const sensitive = Boolean(options?.sensitive);
  return (KINDS[Number(end) + 2 * Number(strict) + 4 * Number(sensitive)] ??= { end, strict, sensitive });
}

const KINDS: MatchOptions[] = [];
