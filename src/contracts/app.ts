import type { Express, Request, Response } from 'express-serve-static-core';
import type { Next } from './handler.js';
import type { Engine, ViewLike } from './view.js';

/** An application as its own members see it: Express's public type plus undocumented members that are relied upon. */
export interface App extends Express {
  cache: Record<string, ViewLike>;
  engines: Record<string, Engine>;
  parent?: App;
  set: { (setting: string): any; (setting: string, value: any): App };
  handle(req: Request, res: Response, callback?: Next): void;
  compile(): unknown;
  explain(...request: string[]): unknown;
  url(name: string, params?: object, query?: unknown): string;
}
