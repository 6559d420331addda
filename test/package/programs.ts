// What TypeScript users write. Each expected error is part of the test: the compiler complains where none is.
const BODY = `
const app = maglev();

declare global {
  namespace Express {
    interface Request { user?: { id: number } }
    interface Locals { started: Date }
  }
}

app.use(maglev.json({ limit: '1mb' }), maglev.urlencoded({ extended: true }), maglev.static('public', { maxAge: '1d' }));
app.get('/users/:id/files/*path', (req, res) => {
  const id: string = req.params.id;
  const path: string[] = req.params.path;
  const user: number | undefined = req.user?.id;
  const started: Date = res.locals.started;
  // @ts-expect-error there is no such parameter
  req.params.name.trim();
  // @ts-expect-error a status is a number
  res.status('200');
  res.json({ id, path, user, started });
});

const router: Router = Router({ mergeParams: true });
router.param('id', (req, res, next, id: string) => next());
router.route('/').get((req, res) => res.send('text')).post(async (req, res) => { res.end(); });
app.use('/nested', router, new Router());

// @ts-expect-error there is no such option
Router({ mergeParameters: true });
// @ts-expect-error a handler is a function
app.get('/', 'handler');

const handler: RequestHandler<{ id: string }, { ok: boolean }> = (req, res) => {
  // @ts-expect-error the body is declared
  res.json({ ok: 'yes' });
  res.json({ ok: req.params.id === '1' });
};
const onError: ErrorRequestHandler = (error, req, res, next) => next(error);
app.post('/:id', handler);
app.use(onError);

function plain(req: Request<{ id: string }>, res: Response, next: NextFunction): void {
  const options: CookieOptions = { httpOnly: true, maxAge: 1 };
  res.cookie('id', req.params.id, options);
  next('route');
}
const express: Express = maglev();
express.get('/:id', plain);

app.get('/', (req) => setUp(req.app));
function setUp(application: Application): void {}
setUp(app);

const layers: number = express.compile().layers + Router().compile().layers;
const explanation: Explanation = app.explain('GET', '/users/7');
const why: 'certain' | 'guarded' | 'opaque' | 'scanned' | undefined = explanation.steps[0]?.inner?.[0]?.why;
// @ts-expect-error a method and a path are needed, or both in one
app.explain();

const server: Server = app.listen(0, (error) => console.log(error?.message, layers, String(explanation), why));
createServer(app).close(() => server.close());
createServer((req, res) => RouterAlone()(req, res, () => res.end()));
parsers.text({ defaultCharset: 'utf-8' });
// @ts-expect-error a limit is a number or text
parsers.raw({ limit: true });
`;

export const COMMONJS_PROGRAM = `
import { createServer, type Server } from 'node:http';
import maglev = require('maglev');
import RouterAlone = require('maglev/router');
import parsers = require('maglev/parsers');
import Router = maglev.Router;
import Request = maglev.Request;
import Response = maglev.Response;
import NextFunction = maglev.NextFunction;
import RequestHandler = maglev.RequestHandler;
import ErrorRequestHandler = maglev.ErrorRequestHandler;
import CookieOptions = maglev.CookieOptions;
import Application = maglev.Application;
import Express = maglev.Express;
import Explanation = maglev.Explanation;
${BODY}`;

export const ESM_PROGRAM = `
import { createServer, type Server } from 'node:http';
import maglev, { Router, json, raw, text, urlencoded, static as files } from 'maglev';
import type {
  Application, CookieOptions, ErrorRequestHandler, Explanation, Express, Handler, IRoute, IRouter, IRouterHandler,
  IRouterMatcher, MediaType, NextFunction, Request, RequestHandler, RequestParamHandler, Response, RouterOptions, Send,
} from 'maglev';
import RouterAlone, { Route, Router as RouterByName } from 'maglev/router';
import parsers, { json as jsonAlone, type JsonOptions } from 'maglev/parsers';
${BODY}
const options: RouterOptions & JsonOptions = { strict: true };
const param: RequestParamHandler = (req, res, next, value, name) => next();
const middle: Handler[] = [json(options), raw(), text(), urlencoded(), jsonAlone(options), files('.')];
const route: IRoute = new Route('/');
const interfaces: [IRouter, IRouterHandler<IRouter>, IRouterMatcher<IRouter>, MediaType | Send | undefined] =
  [router, router.use, router.get, undefined];
app.param('id', param).use(...middle);
console.log(route.path, interfaces.length, RouterByName === RouterAlone, RouterAlone.Router);
`;

const BODY_4 = `
const app = maglev();
const router: Router = Router({ mergeParams: true });

app.use(maglev.json({ limit: '1mb' }), maglev.urlencoded({ extended: true }), maglev.static('public'));
app.get('/files/:id(\\\\d+)/*', (req, res) => {
  const id: string = req.params.id;
  const rest: string = req.params[0];
  // @ts-expect-error a status is a number
  res.status('200');
  res.json({ id, rest, title: app.get('title') });
});
app.get<{ id: string }>('/:id', (req, res) => {
  // @ts-expect-error there is no such parameter
  req.params.name.trim();
  res.end();
});
// @ts-expect-error a handler is a function
app.post('/', 'handler');
router.use((req: Request, res: Response, next: NextFunction) => next());
router.route('/').get((req, res) => { res.send('text'); });
router.all('*', [(req: Request, res: Response) => res.end()]);
app.use('/nested', router, maglev.query());
app.param('id', (req, res, next, id: string) => next());
app.lazyrouter();

const type: string = maglev.static.mime.lookup('a.html');
const layers: number | undefined = app._router?.compile().layers;
const express: Express = app;
const handler: RequestHandler = (req, res) => res.end(req.params.id);
const server: Server = express.get('/:id', handler).listen(0, () => console.log(type, layers));
createServer(app).close(() => server.close());
`;

export const COMMONJS_PROGRAM_4 = `
import { createServer, type Server } from 'node:http';
import maglev = require('maglev/v4');
import Router = maglev.Router;
import Request = maglev.Request;
import Response = maglev.Response;
import NextFunction = maglev.NextFunction;
import RequestHandler = maglev.RequestHandler;
import Express = maglev.Express;
${BODY_4}`;

export const ESM_PROGRAM_4 = `
import { createServer, type Server } from 'node:http';
import maglev, { Router, json, query, raw, text, urlencoded, static as files } from 'maglev/v4';
import type { Express, NextFunction, Request, RequestHandler, Response, RouterOptions } from 'maglev/v4';
${BODY_4}
const options: RouterOptions = { strict: true };
console.log(json, query, raw, text, urlencoded, files, options);
`;
