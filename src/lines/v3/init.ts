import type { App } from '../../contracts/app.js';
import type { AnyHandler, Next } from '../../contracts/handler.js';
import { initMessages } from '../../dispatch/messages.js';
import { createLocals } from './locals.js';

/** What makes the first layer of an application of 3.x. Agents replace it: applications look here each time. */
export const init = {} as { init(app: App): AnyHandler };
// Assigned, not defined: the function stays nameless, as Express's is.
init.init = function (app) {
  return function expressInit(req: any, res: any, next: Next): void {
    res.locals ||= createLocals();
    initMessages(app, req, res);
    req.next = next;
    next();
  };
};
