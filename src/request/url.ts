import type { Request } from 'express-serve-static-core';
import parseurl from 'parseurl';
import type { QueryParser } from '../registration/settings.js';

/** @example req.path; // '/users' for /users?sort=desc */
export function path(this: Request): string | null {
  return parseurl(this).pathname;
}

/**
 * The query string, parsed anew at each access by the application's `query parser`.
 *
 * @example req.query.sort; // 'desc'
 */
export function query(this: Request): unknown {
  const parse: QueryParser | undefined = this.app.get('query parser fn');
  return parse ? parse(parseurl(this).query) : Object.create(null);
}
