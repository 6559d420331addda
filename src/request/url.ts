import type { Request } from 'express-serve-static-core';
import parseurl from 'parseurl';
import type { App } from '../contracts/app.js';
import { type QueryParser, readSetting } from '../registration/settings.js';

/** @example req.path; // '/users' for /users?sort=desc */
export function path(this: Request): string | null {
  return parseurl(this).pathname;
}

/**
 * The query string, parsed again at each access by the application's `query parser`.
 *
 * @example req.query.sort; // 'desc'
 */
export function query(this: Request): unknown {
  const parse: QueryParser | undefined = readSetting(this.app as App, 'query parser fn');
  return parse ? parse(parseurl(this).query) : Object.create(null);
}
