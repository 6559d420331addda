// What TypeScript users of the 3.x line write.
import { createServer, type Server } from 'node:http';
import { createServer as createHttp2Server, createSecureServer } from 'node:http2';
import type {
  ErrorRequestHandler,
  Express,
  NextFunction,
  Request,
  RequestHandler,
  Response,
} from 'maglev/v3';
import maglev, { bodyParser, static as files, json, logger, mime, session, urlencoded } from 'maglev/v3';

const app: Express = maglev();

app.configure('development', function () {
  this.set('title', 'x').enable('strict routing');
});
app
  .use(bodyParser({ limit: '1mb' }))
  .use(json())
  .use(urlencoded())
  .use(logger('dev'))
  .use(session({ secret: 'x', store: new session.MemoryStore() }));
app.use('/public', files('public')).use(app.router);
mime.define({ 'text/x-maglev': ['mglv'] });
mime.load('more.types');
mime.default_type = mime.types.txt ?? new mime.Mime().lookup('txt');
const charset: string | undefined = maglev.mime.charsets.lookup(files.mime.lookup('a.html'));
app.locals({ charset, title: app.get('title') });

const show: RequestHandler = (req, res) =>
  res.send(200, req.params.id + req.params[0] + req.param('name', 'x'));
const onError: ErrorRequestHandler = (error, _req, res, _next) => res.json(500, { error: String(error) });
function plain(req: Request, res: Response, next: NextFunction): void {
  res.locals({ host: req.host, auth: req.auth?.username, accepted: req.accepted[0]?.subtype });
  next('route');
}
app.get('/users/:id/*', [plain, show], onError);
app.all('*', plain);
app.del('/users/:id', show);
app.param('id', (_req: Request, _res: Response, next: NextFunction) => next());
app.use('/mounted', maglev());
app.use((req, res, next) => next(req.path + res.statusCode));
app.get('/file', (_req, res) => res.sendfile('file', { maxAge: 1 }));
// @ts-expect-error a status is a number
app.get('/', (_req, res) => res.status('200'));
// @ts-expect-error added in a later line
app.get('/', (_req, res) => res.sendStatus(200));
// @ts-expect-error a handler is a function
app.get('/', 'handler');

const keys: string[] | undefined = app.routes.get?.[0]?.keys.map((key) => key.name);
const layers: number = app.compile().layers;
const isOn: boolean = app.compile().fastPaths[0]!.on;
const server: Server = app.listen(3000, () => console.log(keys, layers, isOn));
createServer(app).close(() => server.close());
createHttp2Server(app).close(() => createSecureServer({ allowHTTP1: true }, app).close());
const closed: Promise<void> = app.close({ timeout: 1000 });
closed.then(() => app[Symbol.asyncDispose]());
