import type { Matchable, Params } from '../../compiler/ir.js';
import type { AnyHandler, Next } from './handler.js';
import type { RouteLike } from './route.js';

/** What dispatch needs of a layer. Users may put objects of their own into a stack, so nothing more is assumed. */
export interface LayerLike extends Matchable {
  handle: AnyHandler;
  name: string;
  keys: any[];
  params: Params | undefined;
  path: string | undefined;
  route?: RouteLike<LayerLike> | undefined;
  method?: string | undefined;
  handleRequest(req: any, res: any, next: Next): void;
  /** The name that 4.x has for it. */
  handle_request?(req: any, res: any, next: Next): void;
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
