import type { IncomingMessage, ServerResponse } from 'node:http';
import finalhandler from 'finalhandler';
import type { App } from '../registration/application.js';
import { breakOff, isHttp2 } from './http2.js';

export type Done = (error?: unknown) => void;

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
): Done {
  const env = app.get('env');
  return (error) => {
    const onerror = (failure: unknown): void => {
      if (app.get('env') !== 'test') console.error(loggable(failure));
    };
    if (error && isHttp2(req)) breakOff(res);
    finalhandler(req, res, { env, onerror })(error);
  };
}
