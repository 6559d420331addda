import type { AnyHandler, Next } from './handler.js';
import type { LayerLike } from './layer.js';
import type { RouteLike } from './route.js';

export interface RouterOptions {
  readonly caseSensitive?: boolean;
  readonly mergeParams?: boolean;
  readonly strict?: boolean;
}

/** A router as its own members see it. */
export interface RouterLike {
  (req: any, res: any, next?: Next): void;
  caseSensitive: boolean | undefined;
  mergeParams: boolean | undefined;
  strict: boolean | undefined;
  params: Record<string, AnyHandler[]>;
  stack: LayerLike[];
  handle(req: any, res: any, callback?: Next): void;
  use(...args: unknown[]): this;
  route(path: unknown): RouteLike;
}
