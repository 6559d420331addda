'use strict';
const { join } = require('node:path');

const files = join(__dirname, '../files');

/** An application with everything that agents distinguish: middleware, routes, routers, parameters, views, errors. */
exports.applicationBy = (express, line) => {
  const app = express();
  app.set('views', join(__dirname, 'views'));
  app.engine('txt', (_path, options, callback) => callback(null, `${options.name} is shown`));
  app.use(function first(_req, _res, next) {
    next();
  });
  app.use(express.json(), express.urlencoded({ extended: false }));
  app.use('/static', express.static(files));
  app.use('/slow', async function slowly(_req, _res, next) {
    await new Promise(setImmediate);
    next();
  });
  addRoutes(app, line);
  addFailures(app, line);
  app.use('/api', express.Router().use('/users/:user/posts', postsBy(express)));
  app.use(
    ['/v1', '/v2'],
    express.Router().get('/status', (_req, res) => res.json({ ok: true })),
  );
  app.use('/admin', adminBy(express));
  return app;
};

/** Error handlers, to be added after those of agents. */
exports.addErrorHandler = (app) => {
  app.use(function handleErrors(error, _req, res, _next) {
    res.status(error.status ?? 500).send(`Failed: ${error.message ?? error}`);
  });
};

function addRoutes(app, line) {
  app.get('/', (_req, res) => res.send('home'));
  app.get('/users/:id', (req, res) => res.json({ id: req.params.id, query: req.query }));
  app.post('/users/:id', (req, res) => res.status(201).json(req.body));
  app.get(['/one', '/two/:x'], (_req, res) => res.send('either'));
  app.get(line === 5 ? ['/opt{/:x}', '/star/*rest'] : ['/opt/:x?', '/star*'], (_req, res) => res.send('any'));
  app.get(/^\/by(exp)$/, (_req, res) => res.send('expression'));
  app.all('/any', (req, res) => res.send(req.method));
  app.get(line === 5 ? '/files/*rest' : '/files/*', (_req, res) => res.send('file'));
  app.get(line === 5 ? '/maybe{/:x}' : '/maybe/:x?', (_req, res) => res.send('maybe'));
  app.param('thing', (req, _res, next, value) => {
    req.thing = value;
    next();
  });
  app.get('/things/:thing', (req, res) => res.send(req.thing));
  app.get(
    '/several',
    function one(_req, _res, next) {
      setImmediate(next);
    },
    [
      function two(_req, _res, next) {
        next();
      },
      (_req, res) => res.send('several'),
    ],
  );
  app
    .route('/chained')
    .get((_req, res) => res.send('got'))
    .put((_req, res) => res.sendStatus(204));
  app.get('/slow/later', async (_req, res) => {
    await new Promise(setImmediate);
    res.send('later');
  });
  app.get('/view', (_req, res) => res.render('page.txt', { name: 'this' }));
  app.get('/moved', (_req, res) => res.redirect('/'));
  app.get('/chunks', (_req, res) => {
    res.write('one ');
    setImmediate(() => res.end('two'));
  });
}

function addFailures(app, line) {
  app.get('/thrown', () => {
    throw new Error('thrown');
  });
  app.get('/passed', (_req, _res, next) => setImmediate(next, new TypeError('passed')));
  app.get('/refused', (_req, _res, next) => next(Object.assign(new Error('refused'), { status: 418 })));
  if (line === 5) {
    app.get('/rejected', async () => {
      throw new RangeError('rejected');
    });
  }
}

function postsBy(express) {
  const posts = express.Router({ mergeParams: true });
  posts.use(function within(_req, _res, next) {
    next();
  });
  posts.get('/', (_req, res) => res.send('posts'));
  posts.get('/:post', (req, res) => res.json(req.params));
  posts.route('/:post/likes').post((req, res) => res.status(201).json(req.body));
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
