// What users write with @types/express, on every line. Each expected error is part of the test: the compiler
// reports an error if there is none.
import { tracingChannel } from 'node:diagnostics_channel';
import { createServer, type Server } from 'node:http';
import { createServer as createHttp2Server, createSecureServer } from 'node:http2';
import type * as core from 'express-serve-static-core';
import type {
  Application,
  CookieOptions,
  Errback,
  ErrorRequestHandler,
  Explanation,
  Express,
  Handler,
  IRoute,
  IRouter,
  IRouterHandler,
  IRouterMatcher,
  LayerTrace,
  ListedLayer,
  Locals,
  MediaType,
  NextFunction,
  Request,
  RequestHandler,
  RequestParamHandler,
  Response,
  RouterOptions,
  Send,
} from 'maglev';
import express, { static as files, json, Router, raw, text, urlencoded } from 'maglev';

declare global {
  // biome-ignore lint/suspicious/noRedeclare: the global one, which is a different type
  namespace Express {
    interface Request {
      user?: { id: number };
    }
    interface Locals {
      started: Date;
    }
    interface Application {
      container?: Map<string, unknown>;
    }
  }
}

declare module 'express-serve-static-core' {
  interface Request {
    tenant?: string;
  }
  interface Response {
    shout?(text: string): this;
  }
}

const app = express();
const declared: Express = express();
const loose: Application = express();

app.use(
  json({ limit: '1mb' }),
  urlencoded({ extended: true }),
  raw(),
  text(),
  files('public', { maxAge: '1d' }),
);
app.use(express.json(), express.static('public'));

// Augmentations, of the global namespace and of the core module.
app.get('/', (req, res) => {
  const user: number | undefined = req.user?.id;
  const tenant: string | undefined = req.tenant;
  const started: Date = res.locals.started;
  const container: Map<string, unknown> | undefined = req.app.container;
  res.shout?.('loud').json({ user, tenant, started, container });
  // @ts-expect-error a status is a number
  res.status('200');
});

// Parameters are derived from the path.
app.get('/users/:id/books/:title', (req, res) => {
  const parameters: { id: string; title: string } = req.params;
  // @ts-expect-error there is no such parameter
  req.params.name.trim();
  res.send(parameters);
});
app.route('/route/:id').get((req, res) => res.send(req.params.id.trim()));
const built: string = `/${Math.random()}`;
app.get(built, (req, res) => res.send(req.params.anything));
app.get(/x/, (req, res) => res.send(req.params[0]));
app.get(['/a', /b/], (req, res) => res.send(req.params.anything));

// Handlers, with and without generics.
interface Book {
  title: string;
}
const show: RequestHandler<{ id: string }, Book | { error: string }, never, { full?: string }> = (
  req,
  res,
) => {
  const full: string | undefined = req.query.full;
  // @ts-expect-error the body is declared
  res.json({ title: 1 });
  // @ts-expect-error the parameters are declared
  req.params.other.trim();
  res.json({ title: req.params.id + full });
};
const create = async (req: Request<object, Book, Book>, res: Response<Book>): Promise<void> => {
  const { title }: Book = req.body;
  res.status(201).json({ title });
};
function plain(req: Request, res: Response, next: NextFunction): void {
  const options: CookieOptions = { httpOnly: true, maxAge: 1, sameSite: 'lax' };
  res.cookie('id', req.get('x'), options);
  next('route');
}
const onError: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) next(error);
  else res.status(500).send(String(error.message));
};
app.get('/books/:id', show);
app.post('/books', create);
app.put('/books/:id', plain, [plain, onError], plain);
app.delete('/books/:id', plain, (_req, res) => res.sendStatus(204));
app.patch<{ id: string }, Book, Book>('/books/:id', (req, res) =>
  res.json({ title: req.params.id + req.body.title }),
);
app.get<{ id: string }>('/typed/:id', (req, res) => {
  // @ts-expect-error there is no such parameter
  req.params.name.trim();
  res.send(req.params.id);
});
app.use(onError);
app.use((error: unknown, _req: Request, _res: Response, next: NextFunction) => next(error));
app.use('/path', (error: unknown, _req: Request, _res: Response, next: NextFunction) => next(error));
// @ts-expect-error a handler is a function
app.get('/', 'handler');

// Locals.
interface Session extends Record<string, unknown> {
  name: string;
}
const withLocals: RequestHandler<object, string, never, object, Session> = (_req, res) => {
  const name: string = res.locals.name;
  res.send(name);
};
app.get('/locals', withLocals);
const known: Locals = { started: new Date() };
app.locals.title = known.started;

// Routers.
const options: RouterOptions = { mergeParams: true, caseSensitive: true, strict: true };
const router: Router = Router(options);
const other: express.Router = express.Router();
router.param('id', (_req, _res, next, _id: string, _name) => next());
router.route('/').get(plain).post(plain);
router.use(plain, other);
router.use('/more', plain, other);
app.use('/nested', router, Router());
// @ts-expect-error there is no such option
Router({ mergeParameters: true });
const interfaces: [IRouter, IRoute, IRouterHandler<IRouter>, IRouterMatcher<IRouter>] = [
  router,
  router.route(built),
  router.use,
  router.get,
];
const param: RequestParamHandler = (_req, _res, next, value, name) => next(value === name);
app.param('id', param);
app.param(['id', 'title'], param);

// Settings, engines, events, responses.
const title: unknown = app.set('title', 'x').enable('etag').disable('x-powered-by').get('title');
app.engine('html', (_path, _options, done) => done(null, 'text'));
app.render('view', { title }, (error: Error, html: string) => console.log(error, html));
app.on('mount', (parent) => console.log(parent.mountpath));
const done: Errback = (error) => console.log(error?.message);
const handlers: Handler[] = [
  (_req, res) => res.sendFile('/file', done),
  (_req, res) => res.sendFile('file', { root: '.', maxAge: 1 }, done),
  (_req, res) => res.download('file', 'name', done),
  (_req, res) => res.redirect(301, '/'),
  (_req, res) => res.format({ json: () => res.json({}), default: () => res.end() }),
  (_req, res) =>
    res.type('json').set('x', 'y').append('z', ['1']).vary('Accept').location('/').links({}).end(),
  (req, res) => res.jsonp([req.accepts('json'), req.is('json'), req.range(1), req.ip, req.hostname, req.xhr]),
];
app.all('/all', ...handlers);
const send: Send | MediaType | undefined = undefined;

// Functions of packages use the types of the core module.
const theirs: core.RequestHandler = (_req, _res, next) => next();
const ours: RequestHandler = theirs;
app.use(theirs, ours);
app.get('/theirs/:id', theirs, ours);
function setUp(application: Application): void {
  application.get('/', ours);
}
function setUpTheirs(application: core.Application): void {
  application.get('/', theirs);
}
setUp(app);
setUp(declared);
setUp(loose);
setUpTheirs(app);
app.get('/', (req, res) => setUp(req.app ?? res.app));

// What Express does not have.
const layers: number = declared.compile().layers + Router().compile().layers;
const offBecause: (string | null)[] = declared.compile().fastPaths.map(({ reason }) => reason);
const explanation: Explanation = app.explain('GET', '/users/7');
const why: 'certain' | 'needs-match' | 'regexp-only' | 'scanned' | undefined =
  explanation.steps[0]?.inner?.[0]?.why;
const table: ListedLayer[] = app.routes();
app.route('/named/:id').as('named').get(ours).as('again');
Router().route('/inner').as('inner');
const addresses: string[] = [
  app.url('named', { id: 7 }),
  app.url('named', { id: ['a', 'b'] }, { tab: 'posts', deep: { x: 1 } }),
  Router().url('inner', {}, new URLSearchParams()),
];
// @ts-expect-error a function is not a parameter
app.url('named', { id: () => 7 });
const source: string | null | undefined = table[0]?.source;
// @ts-expect-error a method and a path are required, or both in one string
app.explain();

const server: Server = app.listen(3000, () =>
  console.log(layers, offBecause, String(explanation), why, table, send, interfaces, addresses, source),
);
createServer(app).close(() => server.close());
const traces = tracingChannel<object, LayerTrace>('maglev:layer');
traces.error.subscribe((message) => {
  const { name, req, route, error } = message as LayerTrace;
  console.error(name, req.path, route?.path, error);
});
createHttp2Server(app).close(() => createSecureServer({ allowHTTP1: true }, app).close());
const closed: Promise<void> = app.close({ idle: 500, timeout: 1000 }, () =>
  app.close(() => declared.close()),
);
closed.then(() => app[Symbol.asyncDispose]());
// @ts-expect-error milliseconds have to be a number
app.close({ timeout: '1s' });
