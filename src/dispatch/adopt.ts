import type { Server } from 'node:http';
import type { Request, Response } from 'express-serve-static-core';
import type { App } from '../registration/application.js';
import { employ } from './messages.js';

/** Turn Node's request and response into the application's own, where its server has not made them so. */
export function adopt(app: App, req: Request, res: Response): void {
  if (app.enabled('x-powered-by')) res.setHeader('X-Powered-By', 'Maglev');

  req.res = res;
  (res as { req: Request }).req = req;
  if (Object.getPrototypeOf(req) !== app.request) {
    employ(app, (req.socket as { server?: Server } | undefined)?.server);
    Object.setPrototypeOf(req, app.request);
  }
  if (Object.getPrototypeOf(res) !== app.response) Object.setPrototypeOf(res, app.response);
  if (!res.locals) res.locals = Object.create(null);
}

/** Hand a request that a mounted application did not answer back to the application it came from. */
export function giveBack(owner: App, req: Request, res: Response): void {
  Object.setPrototypeOf(req, owner.request);
  Object.setPrototypeOf(res, owner.response);
}
