import type { App } from '../../contracts/app.js';
import type { AnyHandler, Next } from '../../contracts/handler.js';
import { initMessages } from '../../server/messages.js';
import { createLocals } from './locals.js';

/** Creates a layer of 3.x applications. A member of an object, because agents patch it. */
export const init = {} as { init(app: App): AnyHandler };
// Assigned, so that the function has no name, as in Express.
init.init = function (app) {
  return function expressInit(req: any, res: any, next: Next): void {
    initMessages(app, req, res, next);
    // Not `||=`: Express assigns it always, which users' accessors see.
    res.locals = res.locals || createLocals();
    next();
  };
};
