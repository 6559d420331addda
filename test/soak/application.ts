/** An application whose responses are all predictable: each contains the id that its request sent. */
import { createHash } from 'node:crypto';
import type { Line } from '../support/api.js';

/** Routes that are registered while requests are served. Then a new router replaces theirs. */
const LATE_ROUTES = 20;

export function buildApplication(framework: any, line: Line, folder: string): any {
  const app = framework();
  app.set('env', 'production');
  app.use((req: any, res: any, next: any) => {
    res.set('X-Id', req.headers['x-id']);
    next();
  });
  app.get('/hello/:id', (req: any, res: any) => res.send(`hello ${req.params.id}`));
  app.get('/json/:id', (req: any, res: any) => res.json({ id: req.params.id, q: req.query.q }));
  app.get('/later/:id', later);
  app.get('/error/:id', (req: any) => {
    throw Object.assign(new Error(req.params.id), { status: 503 });
  });
  app.get('/reject/:id', (req: any, _res: any, next: any) => {
    Promise.reject(new Error(req.params.id)).catch(next);
  });
  addNested(app, framework, line);
  addLate(app, framework);
  app.post('/json/:id', framework.json({ limit: '1mb' }), digest);
  app.post('/form/:id', framework.urlencoded({ extended: false, limit: '1mb' }), digest);
  if (line !== 3) app.post('/text/:id', framework.text({ limit: '1mb' }), digest);
  if (line !== 3) app.post('/raw/:id', framework.raw({ limit: '1mb' }), digest);
  app.use('/files', framework.static(folder));
  return app;
}

export function digestOf(bytes: string | Buffer): string {
  return createHash('md5').update(bytes).digest('hex');
}

async function later(req: any, res: any): Promise<void> {
  const { id } = req.params;
  const { url } = req;
  res.locals.id = id;
  await null;
  await new Promise(setImmediate);
  // Concurrent requests must not have changed the state of this one.
  const isOwn = req.params.id === id && req.url === url && res.locals.id === id;
  res.send(isOwn ? `later ${id}` : `crossed ${id}`);
}

/** Responds with a digest of the parsed body. */
function digest(req: any, res: any): void {
  const { body } = req;
  const content = typeof body === 'string' || Buffer.isBuffer(body) ? body : body.content;
  res.send(`${req.params.id} ${digestOf(content)}`);
}

function addNested(app: any, framework: any, line: Line): void {
  const show = (req: any, res: any): void =>
    res.send(`${req.params.shop} ${req.params.item} ${req.originalUrl}`);
  if (line === 3) {
    app.get('/shops/:shop/items/:item', show);
    return;
  }
  const items = framework.Router({ mergeParams: true });
  items.get('/:item', show);
  const shops = framework.Router();
  shops.use('/:shop/items', items);
  app.use('/shops', shops);
}

/** Each request for a late route registers that route first. */
function addLate(app: any, framework: any): void {
  let routes = 0;
  let late = framework();
  app.use('/late', (req: any, res: any, next: any) => {
    if (++routes % LATE_ROUTES === 0) late = framework();
    late.get(req.path, (_req: any, own: any) => own.send(`late ${req.path.slice(1)}`));
    late(req, res, next);
  });
}
