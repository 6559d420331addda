import type { App } from '../../contracts/app.js';
import type { AnyHandler, Next } from '../../contracts/handler.js';
import { initMessages } from '../../server/messages.js';
import query from './query.js';

/*
 * The functions that create the first two layers of a 4.x application's router, as members of objects, because agents patch them.
 */
export const queryLayer = { query };

export const init = {} as { init(app: App): AnyHandler };
// Assigned, so that the function has no name, as in Express.
init.init = function (app) {
  return function expressInit(req: any, res: any, next: Next): void {
    initMessages(app, req, res, next);
    // Not `||=`: Express assigns it always, which users' accessors see.
    res.locals = res.locals || Object.create(null);
    next();
  };
};
