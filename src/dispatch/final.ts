import type { IncomingMessage, ServerResponse } from 'node:http';
import finalhandler from 'finalhandler';
import parseurl from 'parseurl';
import type { App } from '../contracts/app.js';
import type { Next } from '../contracts/handler.js';
import { tableOf } from '../registration/table.js';
import { kPeekRouter } from '../symbols.js';
import { otherMethods } from './allowed.js';
import { isHttp2, resetStream } from './http2.js';

/**
 * The end of the line for a request that nothing answered. finalhandler itself is only built when that happens; the
 * environment is read up front because a handler may change it while the request is under way.
 * `loggable` makes of an error what the log shows of it.
 */
export function finalHandler(
  app: App,
  req: IncomingMessage,
  res: ServerResponse,
  loggable: (error: any) => unknown = (error) => error,
): Next {
  const env = app.get('env');
  return (error) => {
    const onerror = (failure: unknown): void => {
      if (app.get('env') !== 'test') console.error(loggable(failure));
    };
    if (error && isHttp2(req)) resetStream(res);
    const refusal = error || res.headersSent ? undefined : refuseMethod(app, req);
    if (refusal === undefined) finalhandler(req, res, { env, onerror })(error);
    else finalhandler(req, res, { env })(refusal);
  };
}

/** What says 405, for an application that wants that where a path has routes for other methods only. */
function refuseMethod(app: App, req: IncomingMessage): unknown {
  if (!app.enabled('method not allowed')) return undefined;
  const table = tableOf((app as unknown as { [kPeekRouter]?(): unknown })[kPeekRouter]?.());
  const path = parseurl(req)?.pathname;
  const methods = table === null || !path ? null : otherMethods(table, req.method!, path);
  if (methods === null || methods.length === 0) return undefined;
  // Without a stack and a text of its own, so that the page names the status and nothing else.
  return Object.assign(Object.create(null), {
    status: 405,
    headers: { Allow: table!.line.allow(methods) },
  });
}
