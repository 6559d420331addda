import type { Matchable, Params } from '../../compiler/ir.js';
import type { AnyHandler, Next } from './handler.js';
import type { RouteLike } from './route.js';

/** The members of a layer that dispatch uses. Users may put their own objects into a stack, so nothing more is assumed. */
export interface LayerLike extends Matchable {
  handle: AnyHandler;
  name: string;
  keys: any[];
  params: Params | undefined;
  path: string | undefined;
  route?: RouteLike<LayerLike> | undefined;
  method?: string | undefined;
  handleRequest(req: any, res: any, next: Next): void;
  /** Its name in 4.x. */
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
