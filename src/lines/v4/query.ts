import parseurl from 'parseurl';
import qs from 'qs-v6.16';
import type { Next } from '../../contracts/handler.js';
import { restoreMessages } from '../../server/message-classes.js';
import { mergeInherited } from '../shared/merge.js';

type Parse = (text: string | null, options?: object) => unknown;

/**
 * The layer that sets `req.query`, unless it is set: by a function, or by qs with options for it.
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
      // An application's messages are initialised after its first layer, which this one is.
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
