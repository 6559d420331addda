import { adopt } from '../dispatch/adopt.js';
import type { App } from '../registration/application.js';
import type { AnyHandler, Next } from '../registration/layer.js';
import { createLocals } from './locals3.js';

/** What makes the first layer of an application of 3.x. Agents replace it: applications look here each time. */
export const init = {} as { init(app: App): AnyHandler };
// Assigned, not defined: the function stays nameless, as Express's is.
init.init = function (app) {
  return function expressInit(req: any, res: any, next: Next): void {
    res.locals ||= createLocals();
    adopt(app, req, res);
    req.next = next;
    next();
  };
};
