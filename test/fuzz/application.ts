/** What is attacked: one application with something of everything, the same on Express and on maglev. */
import type { Line } from '../support/api.js';

export const FILES = { 'small.txt': 1000, 'large.bin': 200_000 };
const LIMIT = 10_000;

export function buildApplication(framework: any, line: Line, folder: string): any {
  const app = framework();
  app.set('env', 'production');
  app.use(identify);
  if (line !== 3) addParsers(app, framework);
  if (line !== 3) app.use('/files', framework.static(folder));
  app.use('/admin', (req: any, res: any, next: any) => {
    if (req.get('x-key') === 'open') next();
    else res.status(403).send('guarded');
  });
  app.param('id', (req: any, _res: any, next: any, id: string) => {
    req.noted = id;
    next();
  });
  const echo = echoOf(line);
  app.all('/echo/:id', echo);
  app.get('/admin/:id', echo);
  app.all('/a/:x/b/:y', echo);
  app.get(line === 5 ? '/wild/*rest' : '/wild/*', echo);
  app.get(/^\/regexp\/(\d+)\/(.*)$/, echo);
  if (line !== 3) addNested(app, framework, echo);
  addFaults(app);
  addResponses(app);
  return app;
}

/** Every response contains the id of its request. */
function identify(req: any, res: any, next: any): void {
  const id = req.headers['x-id'];
  if (/^\d+$/.test(id)) res.setHeader('X-Id', id);
  next();
}

function addParsers(app: any, framework: any): void {
  const options = { limit: LIMIT, onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' };
  app.use(framework.json(options));
  app.use(framework.urlencoded({ extended: true, limit: LIMIT }));
  app.use(framework.text({ limit: LIMIT }));
  app.use(framework.raw({ limit: LIMIT }));
}

/** Omits queries in 3.x, which parses them with the current qs. */
function echoOf(line: Line): (req: any, res: any) => void {
  return (req, res) => {
    res.json({
      method: req.method,
      url: req.url,
      originalUrl: req.originalUrl,
      baseUrl: req.baseUrl,
      path: req.path,
      params: { ...req.params },
      noted: req.noted,
      query: line === 3 ? undefined : req.query,
      hosts: [req.hostname, req.host, req.protocol, req.ip, req.subdomains, req.xhr],
      accepts: req.accepts(['json', 'html', 'text/*']),
      is: req.is('json'),
      headers: req.rawHeaders,
      body: line === 3 ? undefined : req.body,
    });
  };
}

function addNested(app: any, framework: any, echo: any): void {
  const inner = framework.Router({ mergeParams: true });
  inner.get('/deep/:z', echo);
  inner.use('/more/:m', (req: any, _res: any, next: any) => {
    req.noted = `${req.baseUrl} ${req.url}`;
    next();
  });
  inner.all('/more/:m/:n', echo);
  app.use('/mount/:top', inner);
  const mounted = framework();
  mounted.set('env', 'production');
  mounted.get('/:id', echo);
  app.use('/sub', mounted);
}

function addFaults(app: any): void {
  app.get('/throw/:id', (req: any) => {
    throw Object.assign(new Error(req.params.id), { status: 418 });
  });
  app.get('/fail/:id', (req: any, _res: any, next: any) => setImmediate(next, new Error(req.params.id)));
}

function addResponses(app: any): void {
  app.get('/later/:id', (req: any, res: any) => {
    setImmediate(() => process.nextTick(() => res.send(`later ${req.params.id}`)));
  });
  app.get('/stream/:id', (req: any, res: any) => {
    res.type('text');
    res.write('streamed ');
    setImmediate(() => res.end(req.params.id));
  });
  app.get('/redirect/:id', (req: any, res: any) => res.redirect(`/to/${req.params.id}`));
  app.get('/header/:id', (req: any, res: any) => res.set('X-Given', req.params.id).send('set'));
  app.get('/cookie/:id', (req: any, res: any) => res.cookie('given', req.params.id).send('set'));
  app.get('/attachment/:id', (req: any, res: any) => res.attachment(req.params.id).send('attached'));
  app.get('/type/:id', (req: any, res: any) => res.type(req.params.id).send('typed'));
  app.get('/jsonp/:id', (req: any, res: any) => res.jsonp({ id: req.params.id }));
  app.get('/location/:id', (req: any, res: any) => res.location(req.params.id).end());
}
