// Applications, routers and handlers of maglev passed to a library that expects those of Express, and vice versa.
import type * as theirs from 'express';
import type {
  Application,
  ErrorRequestHandler,
  Express,
  IRouter,
  NextFunction,
  Request,
  RequestHandler,
  RequestParamHandler,
  Response,
} from 'maglev';
import maglev, { Router } from 'maglev';

interface Body {
  name: string;
}
interface ResponseBody {
  ok: boolean;
}
interface Query {
  full?: string;
}
interface Locals {
  user: string;
}

const app = maglev();
const router = Router();

// What a library accepts.
declare function mount(app: theirs.Express): void;
declare function mountApplication(app: theirs.Application): void;
declare function mountOn(router: theirs.IRouter): void;
declare function use(handler: theirs.RequestHandler): void;
declare function log(req: theirs.Request, res: theirs.Response, next: theirs.NextFunction): void;
declare function wrap<P, A, B, Q>(handler: theirs.RequestHandler<P, A, B, Q>): typeof handler;
mount(app);
mount({} as Express);
mountApplication(app);
mountApplication({} as Application);
mountOn(app);
mountOn(router);
mountOn({} as IRouter);
mountOn({} as Router);
const made: theirs.Router = maglev.Router();
const declared: [theirs.Express, theirs.Application, theirs.Router] = [app, app, router];
for (const handler of [app, router, maglev.json(), maglev.urlencoded(), maglev.static('public')])
  use(handler);
const handlers: [
  theirs.RequestHandler<{ id: string }, any, Body>,
  theirs.RequestHandler<{ id: string }, ResponseBody, Body, Query, Locals>,
  theirs.ErrorRequestHandler<{ id: string }, ResponseBody>,
  theirs.RequestParamHandler,
] = [
  {} as RequestHandler<{ id: string }, any, Body>,
  {} as RequestHandler<{ id: string }, ResponseBody, Body, Query, Locals>,
  {} as ErrorRequestHandler<{ id: string }, ResponseBody>,
  {} as RequestParamHandler,
];
function plain(req: Request, res: Response, next: NextFunction): void {
  log(req, res, next);
  const its: [theirs.Request, theirs.Response, theirs.NextFunction] = [req, res, next];
  mountApplication(req.app);
  mountApplication(res.app);
  next(its);
}
const narrow: [theirs.Request<{ id: string }, any, Body>, theirs.Response<ResponseBody>] = [
  {} as Request<{ id: string }, any, Body>,
  {} as Response<ResponseBody>,
];
// @ts-expect-error the parameters differ
const otherwise: theirs.RequestHandler<{ name: string }> = {} as RequestHandler<{ id: string }>;
// @ts-expect-error the response body differs
const other: theirs.RequestHandler<object, Body> = {} as RequestHandler<object, ResponseBody>;

// What a library returns.
declare const theirApp: theirs.Express;
declare const theirApplication: theirs.Application;
declare const theirRouter: theirs.Router;
declare const handler: theirs.RequestHandler;
declare const old: theirs.Handler;
declare const byId: theirs.RequestHandler<{ id: string }, any, Body>;
declare const full: theirs.RequestHandler<{ id: string }, ResponseBody, Body, Query, Locals>;
declare const onError: theirs.ErrorRequestHandler;
declare const onErrorById: theirs.ErrorRequestHandler<{ id: string }, ResponseBody>;
declare const onParam: theirs.RequestParamHandler;
for (const routing of [app, router]) {
  routing.use(handler);
  routing.use(old, log, plain);
  routing.use([handler, plain, onError]);
  routing.use(handler, onError);
  routing.use(onError);
  routing.use(byId);
  routing.use(theirRouter);
  routing.use(theirApp);
  routing.use(theirApplication);
  routing.use('/x', handler);
  routing.use('/x/:id', handler);
  routing.use('/x', onError);
  routing.use('/x/:id', onErrorById);
  routing.use('/x', theirRouter);
  routing.use('/x', plain, handler, theirRouter, router);
  routing.use('/x', theirApp);
  routing.use('/x', theirApplication);
  routing.get('/x', handler);
  routing.get('/x/:id', handler);
  routing.get('/x/:id', byId);
  routing.get('/x/:id', full);
  routing.get('/x/:id', plain, byId);
  routing.get(['/a', /b/], handler);
  routing.get(/b/, handler);
  routing.all('/x', handler);
  routing.get('/x/:id', handler, (req, res) => res.send(req.params.id));
  routing.get('/x/:id', byId, (req, res) => res.send(req.params.id.trim() + req.body.name));
  routing.get('/x/:id', [handler, plain], onError);
  routing.get('/x/:id', (req, res, next) => log(req, res, next));
  routing.post(
    '/x/:id',
    wrap<{ id: string }, ResponseBody, Body, unknown>((req, res) => {
      res.json({ ok: req.body.name === req.params.id });
    }),
  );
  routing.route('/x/:id').get(handler).post(byId).put(log, plain).delete(full);
  routing.param('id', onParam);
}
const kept: [
  RequestHandler,
  RequestHandler<{ id: string }, any, Body>,
  RequestHandler<{ id: string }, ResponseBody, Body, Query, Locals>,
  ErrorRequestHandler,
  RequestParamHandler,
  NextFunction,
  Request<{ id: string }, any, Body>,
  Response,
  Response<ResponseBody>,
  Application,
] = [
  handler,
  byId,
  full,
  onError,
  onParam,
  {} as theirs.NextFunction,
  {} as theirs.Request<{ id: string }, any, Body>,
  {} as theirs.Response,
  {} as theirs.Response<ResponseBody>,
  theirApplication,
];
console.log(made, declared, handlers, narrow, otherwise, other, kept);
