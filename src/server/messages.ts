import http from 'node:http';
import type { Request, Response } from 'express-serve-static-core';
import type { App } from '../contracts/app.js';
import type { Next } from '../contracts/handler.js';
import { isPoweredBy } from '../registration/settings.js';
import { putHeader } from '../response/fast-path/head.js';
import { replacements } from '../response/fast-path/pristine.js';
import { updateReplacements } from '../response/fast-path/set-header.js';
import { isHttp2, setHttp2Prototypes } from './http2.js';
import { installMessageClasses } from './message-classes.js';

/** Creates a server that creates the application's own messages; `http.createServer` is called as mocks of it expect. */
export function createServer(app: App): http.Server {
  const server = http.createServer(app as unknown as http.RequestListener);
  // Tests mock `http.createServer`.
  if (server instanceof http.Server) installMessageClasses(app, server);
  return server;
}

/**
 * Prepares both messages: sets `X-Powered-By`, `req.res`, `res.req`, `req.next` if the line passes it, and the application's prototypes
 * unless the server has created the messages with them.
 */
export function initMessages(app: App, req: Request, res: Response, next?: Next): void {
  updateReplacements();
  if (isPoweredBy(app)) putHeader(res, 'x-powered-by', 'X-Powered-By', 'Maglev', setHeaderOf(app, req, res));

  req.res = res;
  (res as { req: Request }).req = req;
  if (next !== undefined) req.next = next as Request['next'];
  if (Object.getPrototypeOf(req) !== app.request || Object.getPrototypeOf(res) !== app.response) {
    if (!isHttp2(req))
      installMessageClasses(app, (req.socket as { server?: http.Server } | undefined)?.server);
    setPrototypes(app, req, res);
  }
}

/** The `setHeader` that Express calls for X-Powered-By: Node's, because the response does not have the application's prototype yet. */
function setHeaderOf(app: App, req: Request, res: Response): unknown {
  // `updateReplacements` has just checked that Node's method is not patched.
  if (res.setHeader === replacements.setHeader) return res.setHeader;
  const isNew = req.res === undefined && Object.getPrototypeOf(res) === app.response;
  return isNew && !Object.hasOwn(res, 'setHeader') ? http.ServerResponse.prototype.setHeader : res.setHeader;
}

/** Sets an application's prototypes: at first, and when an application mounted in it has passed the request on. */
export function setPrototypes(owner: App, req: Request, res: Response): void {
  if (isHttp2(req)) {
    setHttp2Prototypes(owner, req, res);
  } else {
    Object.setPrototypeOf(req, owner.request);
    Object.setPrototypeOf(res, owner.response);
  }
}
