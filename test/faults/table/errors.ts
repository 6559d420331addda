/** Error handlers that fail, and failures outside handlers. */
import type { Faults } from '../fault.js';

const broken = (): Error => new Error('broken');
const fail = (_req: any, _res: any, next: any): void => next(broken());

export const errors: Faults = {
  'an error handler rejects': {
    build(app) {
      app.get('/', fail);
      app.use(async (_error: any, _req: any, _res: any, _next: any) => {
        throw new Error('worse');
      });
    },
    act: (client) => (client.line === 5 ? client.ordinary() : client.withoutResponse('unhandled')),
  },
  'an error handler never responds': {
    build(app, { note }) {
      app.get('/', fail);
      app.use((_error: any, _req: any, _res: any, _next: any) => note('ran'));
    },
    act: (client) => client.withoutResponse('ran'),
  },
  'an error handler responds twice': {
    build(app) {
      app.get('/', fail);
      app.use((error: any, _req: any, res: any, _next: any) => {
        res.status(500).send(error.message);
        res.send('again');
      });
    },
  },
  'an error handler starts a response and throws': {
    build(app) {
      app.get('/', fail);
      app.use((_error: any, _req: any, res: any, _next: any) => {
        res.write('begun');
        throw new Error('worse');
      });
    },
  },
  'each of many error handlers throws another error': {
    build(app, { note }) {
      app.get('/', fail);
      for (let i = 0; i < 20; i++) {
        app.use((error: any, _req: any, _res: any, _next: any) => {
          note(`handler ${i} got ${error.message}`);
          throw new Error(`error ${i}`);
        });
      }
    },
  },
  'an error handler clears the error, and no handler responds': {
    build(app) {
      app.get('/', fail);
      app.use((_error: any, _req: any, _res: any, next: any) => next());
    },
  },
  'an error handler of a route throws': {
    build(app) {
      app.get('/', fail, (_error: any, _req: any, _res: any, _next: any) => {
        throw new Error('worse');
      });
    },
  },
  'a parameter callback throws': {
    build(app) {
      app.param('id', () => {
        throw broken();
      });
      app.get('/:id', (_req: any, res: any) => res.send('never'));
    },
    request: 'GET /7 HTTP/1.1\r\nHost: x\r\n\r\n',
  },
  'a parameter callback rejects': {
    build(app) {
      app.param('id', async () => {
        throw broken();
      });
      app.get('/:id', (_req: any, res: any) => res.send('never'));
    },
    request: 'GET /7 HTTP/1.1\r\nHost: x\r\n\r\n',
    act: (client) => (client.line === 5 ? client.ordinary() : client.withoutResponse('unhandled')),
  },
  'a parameter callback throws null': {
    build(app) {
      app.param('id', () => {
        throw null;
      });
      app.get('/:id', (_req: any, res: any) => res.send('reached'));
    },
    request: 'GET /7 HTTP/1.1\r\nHost: x\r\n\r\n',
  },
  'a parameter cannot be decoded': {
    lines: [5, 4],
    build: (app) => app.get('/:id', (_req: any, res: any) => res.send('never')),
    request: 'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n',
  },
  'a handler of HEAD throws': {
    build: (app) =>
      app.get('/', () => {
        throw broken();
      }),
    request: 'HEAD / HTTP/1.1\r\nHost: x\r\n\r\n',
  },
  'a handler of OPTIONS throws': {
    build: (app) =>
      app.options('/', () => {
        throw broken();
      }),
    request: 'OPTIONS / HTTP/1.1\r\nHost: x\r\n\r\n',
  },
  'a query parser throws': {
    lines: [5, 4],
    build(app) {
      app.set('query parser', () => {
        throw broken();
      });
      app.get('/', (req: any, res: any) => res.send(req.query));
    },
    request: 'GET /?a=b HTTP/1.1\r\nHost: x\r\n\r\n',
  },
  'a trust function throws': {
    lines: [5, 4],
    build(app) {
      app.set('trust proxy', () => {
        throw broken();
      });
      app.get('/', (req: any, res: any) => res.send(req.ip));
    },
    request: 'GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n',
  },
  'an ETag function throws': {
    lines: [5, 4],
    build(app) {
      app.set('etag', (body: Buffer) => {
        if (String(body) === 'never') throw broken();
        return '"tag"';
      });
      app.get('/', (_req: any, res: any) => res.send('never'));
    },
  },
  'a view is missing': {
    build(app, { folder }) {
      app.set('views', folder);
      app.set('view engine', 'none');
      app.engine('none', (_path: string, _options: any, done: any) => done(null, 'never'));
      app.get('/', (_req: any, res: any) => res.render('missing'));
    },
  },
  'an engine throws': {
    build(app) {
      app.set('view engine', 'none');
      app.set(
        'view',
        brokenView(() => {
          throw broken();
        }),
      );
      app.get('/', (_req: any, res: any) => res.render('any'));
    },
  },
  'an engine fails later': {
    build(app) {
      app.set('view engine', 'none');
      app.set(
        'view',
        brokenView((_options, done) => setImmediate(done, broken())),
      );
      app.get('/', (_req: any, res: any) => res.render('any'));
    },
  },
  'a callback of render throws': {
    build(app) {
      app.set('view engine', 'none');
      app.set(
        'view',
        brokenView((_options, done) => done(null, 'page')),
      );
      app.get('/', (_req: any, res: any) =>
        res.render('any', () => {
          throw broken();
        }),
      );
    },
  },
};

/** A view that always exists, and that this function renders. */
function brokenView(render: (options: any, done: any) => void): any {
  return function View(this: any) {
    this.path = 'any';
    this.render = render;
  };
}
