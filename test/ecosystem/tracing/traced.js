import { files } from '../harness/responses.js';
import { Recorder } from './recorder.js';

/** Starts tracing this process. `node:http` and Express have to be loaded afterwards. */
export function trace(require) {
  const { NodeTracerProvider } = require('@opentelemetry/sdk-trace-node');
  const { registerInstrumentations } = require('@opentelemetry/instrumentation');
  const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http');
  const { ExpressInstrumentation } = require('@opentelemetry/instrumentation-express');
  const recorder = new Recorder();
  const tracerProvider = new NodeTracerProvider({ spanProcessors: [recorder] });
  tracerProvider.register();
  registerInstrumentations({
    tracerProvider,
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url }) => url === '/spans',
        requestHook: (span, { method }) => span.setAttribute('hook.method', method),
      }),
      new ExpressInstrumentation({
        ignoreLayers: ['middleware - unseen', /^\/ignored/],
        requestHook: (span, { route, layerType }) =>
          span.setAttributes({ 'hook.route': String(route), 'hook.layer': layerType }),
      }),
    ],
  });
  return { recorder, api: require('@opentelemetry/api') };
}

/** A server of this application that also responds, untraced, to `GET /spans` with the spans since the last call. */
export function serve({ createServer }, app, recorder) {
  return createServer(async (req, res) => {
    if (req.url === '/spans') res.end(JSON.stringify(await recorder.take()));
    else app(req, res);
  });
}

export function applicationBy(express, api, line) {
  const app = express();
  app.use(function first(_req, _res, next) {
    next();
  });
  app.use(function unseen(_req, _res, next) {
    next();
  });
  app.use(express.json());
  app.use('/static', express.static(files));
  app.use(async (_req, _res, next) => {
    await null;
    next();
  });
  app.get('/users/:id', (req, res) => {
    api.trace.getActiveSpan().setAttribute('user', req.params.id);
    res.json({ id: req.params.id });
  });
  app.get(['/one', '/two/:x'], (_req, res) => res.send('either'));
  app.get(/^\/by(exp)$/, (_req, res) => res.send('expression'));
  app.all('/any', (req, res) => res.send(req.method));
  app.get('/ignored/:x', (_req, res) => res.send('ignored'));
  addParameters(app, line);
  addSlow(app, api);
  app.use('/api', express.Router().use('/users/:id/posts', postsBy(express)));
  app.use('/admin', adminBy(express));
  app.use((error, _req, res, _next) => res.status(error.status ?? 500).send(`Failed: ${error.message}`));
  return app;
}

function addParameters(app, line) {
  app.param('thing', (req, _res, next, value) => {
    req.thing = value;
    next();
  });
  app.get('/things/:thing', (req, res) => res.send(req.thing));
  app.get(line === 5 ? '/files/*rest' : '/files/*', (_req, res) => res.send('file'));
  app.get(line === 5 ? '/maybe{/:x}' : '/maybe/:x?', (_req, res) => res.send('maybe'));
}

function addSlow(app, api) {
  app.get('/chunks', (_req, res) => {
    res.write('one ');
    setImmediate(() => res.end('two'));
  });
  app.get('/later', async (_req, res) => {
    await new Promise(setImmediate);
    api.trace.getTracer('own').startActiveSpan('own', (span) => span.end());
    res.send('later');
  });
  app.get('/rejected', (_req, _res, next) => {
    setImmediate(next, Object.assign(new Error('rejected'), { status: 418 }));
  });
}

function postsBy(express) {
  const posts = express.Router({ mergeParams: true });
  posts.use(function within(_req, _res, next) {
    next();
  });
  posts.get('/', (_req, res) => res.send('posts'));
  posts.get(
    '/:post',
    function before(_req, _res, next) {
      setImmediate(next);
    },
    (req, res) => res.json(req.params),
  );
  posts
    .route('/:post/likes')
    .get((_req, res) => res.send('likes'))
    .post((req, res) => res.status(201).json(req.body));
  posts.get('/:post/broken', () => {
    throw new Error('broken');
  });
  return posts;
}

function adminBy(express) {
  const admin = express();
  admin.get('/stats', (_req, res) => res.send('stats'));
  admin.get('/skipped', (_req, _res, next) => next('route'));
  admin.get('/skipped', (_req, res) => res.send('the other'));
  return admin;
}
