import type { IncomingMessage, ServerResponse } from 'node:http';
import finalhandler from 'finalhandler';
import type { App } from '../registration/application.js';

export type Done = (error?: unknown) => void;

/**
 * The end of the line for a request that nothing answered. finalhandler itself is only built when that happens; the
 * environment is read up front because a handler may change it while the request is under way.
 */
export function finalHandler(app: App, req: IncomingMessage, res: ServerResponse): Done {
  const env = app.get('env');
  return (error) => {
    finalhandler(req, res, { env, onerror: (failure) => report(app, failure) })(error);
  };
}

function report(app: App, error: unknown): void {
  if (app.get('env') !== 'test') console.error(error);
}
