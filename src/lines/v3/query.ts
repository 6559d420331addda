import parseurl from 'parseurl';
import type { Next } from '../../contracts/handler.js';
import { parseQuery } from '../../registration/query.js';

/** The layer that sets `req.query`, unless it is set. */
export default function query() {
  return function query(req: any, _res: unknown, next: Next): void {
    if (!req.query) req.query = req.url.includes('?') ? parse(parseurl(req)!.query as string) : {};
    next();
  };
}

function parse(text: string): unknown {
  return parseQuery(text, { allowDots: false, allowPrototypes: true });
}
