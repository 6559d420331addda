import parseurl from 'parseurl';
import qs from 'qs-v6.16';
import type { Next } from '../../contracts/handler.js';
import { restoreMessages } from '../../server/message-classes.js';
import { mergeInherited } from '../shared/merge.js';

type Parse = (text: string | null, options?: object) => unknown;

/**
 * The layer that sets `req.query`, unless it is set: with a function, or with qs and its options.
 *
 * @example http.createServer((req, res) => maglev.query()(req, res, () => res.end(req.query.name)));
 */
export default function query(options?: Parse | object) {
  const custom = typeof options === 'function';
  const parse = (custom ? options : qs.parse) as Parse;
  const settings = custom ? undefined : settingsOf(options);

  return function query(req: any, res: any, next: Next): void {
    try {
      if (!req.query) req.query = parse(parseurl(req).query, settings);
    } catch (error) {
      // This is the first layer of an application, whose messages are initialised after it.
      restoreMessages(req, res);
      throw error;
    }
    next();
  };
}

/** Names such as `toString` are allowed by default. */
function settingsOf(options: object | undefined): object {
  const settings = mergeInherited(options);
  if (settings.allowPrototypes === undefined) settings.allowPrototypes = true;
  return settings;
}
