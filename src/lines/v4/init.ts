import type { App } from '../../contracts/app.js';
import type { AnyHandler, Next } from '../../contracts/handler.js';
import { initMessages } from '../../dispatch/messages.js';
import query from './query.js';

/*
 * The two layers with which the router of a 4.x application begins. Agents replace what makes them: applications look
 * here each time.
 */
export const first = { query };

export const init = {} as { init(app: App): AnyHandler };
// Assigned, not defined: the function stays nameless, as Express's is.
init.init = function (app) {
  return function expressInit(req: any, res: any, next: Next): void {
    initMessages(app, req, res);
    req.next = next;
    next();
  };
};
