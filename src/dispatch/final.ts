import type { IncomingMessage, ServerResponse } from 'node:http';
import finalhandler from 'finalhandler';
import parseurl from 'parseurl';
import type { App } from '../contracts/app.js';
import type { Next } from '../contracts/handler.js';
import { plainSettings, readSetting } from '../registration/settings.js';
import { tableOf } from '../registration/table.js';
import { isHttp2, resetStream } from '../server/http2.js';
import { kPeekRouter } from '../symbols.js';
import { otherMethods } from './allowed.js';
import { answerNotFound } from './not-found.js';
import { parsePath } from './url.js';

/**
 * Answers a request that no layer answered. finalhandler is only created when it is called; `env` is read before, because
 * a handler may change it meanwhile. `formatError` returns what is logged of an error.
 */
export function finalHandler(
  app: App,
  req: IncomingMessage,
  res: ServerResponse,
  formatError: (error: any) => unknown = identity,
): Next {
  const settings = plainSettings(app);
  const env = settings === null ? readSetting(app, 'env') : settings.env;
  return (error) => {
    if (error && isHttp2(req)) resetStream(res);
    const refusal = error || res.headersSent ? undefined : createMethodError(app, req);
    if (refusal !== undefined) {
      finalhandler(req, res, { env })(refusal);
    } else if (error || !answerNotFound(req, res)) {
      const onerror = (failure: unknown): void => {
        if (app.get('env') !== 'test') console.error(formatError(failure));
      };
      finalhandler(req, res, { env, onerror })(error);
    }
  };
}

function identity(error: unknown): unknown {
  return error;
}

/** The error for 405, with the setting `method not allowed`, if a path has routes for other methods only. */
function createMethodError(app: App, req: IncomingMessage): unknown {
  // Not by `app.enabled`: applications on Express see no such call.
  if (!app.settings?.['method not allowed']) return undefined;
  const table = tableOf((app as unknown as { [kPeekRouter]?(): unknown })[kPeekRouter]?.());
  const path = parsePath(req, parseurl);
  const methods = table === null || !path ? null : otherMethods(table, req.method!, path);
  if (methods === null || methods.length === 0) return undefined;
  // Without stack and message, so that the page shows the status only.
  return Object.assign(Object.create(null), {
    status: 405,
    headers: { Allow: table!.line.allow(methods) },
  });
}
