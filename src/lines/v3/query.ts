import parseurl from 'parseurl';
import qs from 'qs-v6.16';
import type { Next } from '../../contracts/handler.js';
import { parseFlatQuery } from '../../registration/query.js';
import { restoreMessages } from '../../server/message-classes.js';

/** The layer that sets `req.query`, unless it is set. */
export default function query() {
  return function query(req: any, res: any, next: Next): void {
    try {
      if (!req.query) req.query = req.url.includes('?') ? parse(parseurl(req)!.query as string) : {};
    } catch (error) {
      // This is the first layer of an application, whose messages are initialised after it.
      restoreMessages(req, res);
      throw error;
    }
    next();
  };
}

function parse(text: string): unknown {
  return parseFlatQuery(text) ?? qs.parse(text, { allowDots: false, allowPrototypes: true });
}
