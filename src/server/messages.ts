import http from 'node:http';
import type { Request, Response } from 'express-serve-static-core';
import type { App } from '../contracts/app.js';
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

/** Sets the application's prototypes on the request and response, unless the server has created them with these. */
export function initMessages(app: App, req: Request, res: Response): void {
  updateReplacements();
  if (isPoweredBy(app)) putHeader(res, 'x-powered-by', 'X-Powered-By', 'Maglev', setHeaderOf(app, req, res));

  req.res = res;
  (res as { req: Request }).req = req;
  if (Object.getPrototypeOf(req) !== app.request || Object.getPrototypeOf(res) !== app.response) {
    if (!isHttp2(req))
      installMessageClasses(app, (req.socket as { server?: http.Server } | undefined)?.server);
    setPrototypes(app, req, res);
  }
  if (!res.locals) res.locals = Object.create(null);
}

/** In Express the response still has Node's prototype when its first header is set. */
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
