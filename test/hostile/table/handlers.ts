/** Handlers and middlewares that could observe their caller, and changes to a request before they run. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Attack, type Attacks, type World, warmUp } from '../attack.js';

function stackOf(app: any): any[] {
  return (app._router ?? app.router).stack;
}

const REQUESTS = [
  'GET /',
  'GET /a',
  'GET /a/7',
  'HEAD /a/7',
  'POST /a/7',
  'OPTIONS /a/7',
  'GET /none',
  'GET /in/a/7',
  'GET /a/%',
];

/** Builds an application, and sends requests before and after it is compiled. */
function building(build: (app: any, world: World) => void, requests: readonly string[] = REQUESTS): Attack {
  return {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      build(app, world);
      const server = await world.listen(app);
      const seen: string[] = [];
      for (const request of requests) seen.push(await world.sendBriefly(server, request));
      await warmUp(world, server, 'GET /warm');
      for (const request of requests) seen.push(await world.sendBriefly(server, request));
      return seen;
    },
  };
}

const describeError = (error: any, _req: any, res: any, _next: any): void => {
  res.status(500).send(`caught ${error?.message ?? error}`);
};

/** Registers one handler for a path with a parameter, in an application and in a router. */
function single(handler: (world: World) => any, more: (app: any, world: World) => void = () => {}): Attack {
  return building((app, world) => {
    more(app, world);
    app.get('/a/:id', handler(world));
    const inner = world.framework.Router({ mergeParams: true });
    more(inner, world);
    inner.get('/a/:id', handler(world));
    app.use('/:mount', inner);
    app.use((_req: any, res: any, next: any) => {
      res.set('X-After', '1');
      next();
    });
    app.get('/a/:id', (_req: any, res: any) => res.send('second'));
    app.use(describeError);
  });
}

/** Sets the length of a function to two. */
function ofTwo(handler: (...args: any[]) => unknown): any {
  return Object.defineProperty(handler, 'length', { value: 2 });
}

const argumentAttacks: Attacks = {};
for (const [title, args] of Object.entries<any[]>({
  nothing: [],
  undefined: [undefined],
  null: [null],
  false: [false],
  'an error': [new Error('mine')],
  route: ['route'],
  router: ['router'],
})) {
  argumentAttacks[`a handler of two arguments calls the third with ${title}`] = single(({ note }) =>
    ofTwo(function (this: any, ...given: any[]) {
      const next = given[2];
      note([typeof next, next.name, next.length, given.length, this === undefined]);
      note(['returned', next(...args)]);
    }),
  );
  argumentAttacks[`a middleware calls next with ${title}`] = building((app, { note, framework }) => {
    app.use((_req: any, _res: any, next: any) => note(['first', next()]));
    app.use((_req: any, _res: any, next: any) => note(['second', next(...args)]));
    app.use((_req: any, _res: any, next: any) => note(['third', next()]));
    const inner = framework.Router();
    inner.use((_req: any, _res: any, next: any) => note(['inner first', next()]));
    inner.use((_req: any, _res: any, next: any) => note(['inner second', next(...args)]));
    inner.use((_req: any, _res: any, next: any) => note(['inner third', next()]));
    app.use('/in', inner);
    app.use(describeError);
  });
}

export const handlers: Attacks = {
  ...argumentAttacks,
  'the method is changed by a parameter': single(
    () => (req: any, res: any) => res.send(`${req.method} ${req.params.id}`),
    (app) =>
      app.param('id', (req: any, _res: any, next: any) => {
        req.method = 'POST';
        next();
      }),
  ),
  'the method is changed by a parameter, asynchronously': single(
    () => (req: any, res: any) => res.send(`${req.method} ${req.params.id}`),
    (app) =>
      app.param('id', (req: any, _res: any, next: any) => {
        req.method = 'DELETE';
        setImmediate(next);
      }),
  ),
  'the method is changed to HEAD by a parameter': single(
    () => (req: any, res: any) => res.send(`${req.method} ${req.params.id}`),
    (app) =>
      app.param('id', (req: any, _res: any, next: any) => {
        req.method = 'HEAD';
        next();
      }),
  ),
  'the route of a request is changed by a parameter': single(
    ({ note }) =>
      (req: any, res: any) => {
        note([typeof req.route, req.route?.path]);
        res.send('x');
      },
    (app) =>
      app.param('id', (req: any, _res: any, next: any) => {
        req.route = 'mine';
        next();
      }),
  ),
  'the route of a request is deleted by a parameter': single(
    ({ note }) =>
      (req: any, res: any) => {
        note([typeof req.route, req.route?.path]);
        res.send('x');
      },
    (app) =>
      app.param('id', (req: any, _res: any, next: any) => {
        delete req.route;
        next();
      }),
  ),
  'the params are replaced by a parameter': single(
    () => (req: any, res: any) => res.json(req.params),
    (app) =>
      app.param('id', (req: any, _res: any, next: any, id: any) => {
        req.params = { mine: id };
        next();
      }),
  ),
  'a route gets another handler in its parameter callback': single(
    ({ note }) =>
      (_req: any, res: any) => {
        note('only');
        res.send('x');
      },
    (app, { note }) =>
      app.param('id', (req: any, _res: any, next: any) => {
        if (req.route.stack.length < 3)
          req.route.get((_q: any, _s: any, go: any) => {
            note('added');
            go();
          });
        next();
      }),
  ),
  'a handler that throws': single(() => (_req: any, _res: any) => {
    throw new Error('mine');
  }),
  'a handler that throws undefined': single(() => (_req: any, _res: any) => {
    throw undefined;
  }),
  "a handler that throws 'route'": single(() => (_req: any, _res: any) => {
    throw 'route';
  }),
  "a handler that throws 'router'": single(() => (_req: any, _res: any) => {
    throw 'router';
  }),
  'a handler that rejects': single(({ line }) => async (_req: any, res: any) => {
    if (line !== 5) return res.send('x');
    throw new Error('mine');
  }),
  'a handler that rejects with undefined': single(({ line }) => async (_req: any, res: any) => {
    if (line !== 5) return res.send('x');
    throw undefined;
  }),
  "a handler that rejects with 'route'": single(({ line }) => async (_req: any, res: any) => {
    if (line !== 5) return res.send('x');
    throw 'route';
  }),
  'a handler that returns a thenable': single(() => (_req: any, res: any) => {
    res.send('x');
    return Object.fromEntries([['then', (settle: any) => settle?.()]]);
  }),
  'a handler that responds and throws': single(() => (_req: any, res: any) => {
    res.send('x');
    throw new Error('late');
  }),
  'a handler with one argument': single(() => (req: any) => req.res.send(req.params)),
  'a handler with default arguments': single(() => (_req: any, res: any, next: any = null) => {
    res.set('X-Next', typeof next);
    next('route');
  }),
  'a handler with rest arguments': single(
    () =>
      (...args: any[]) =>
        args[1].send(String(args.length)),
  ),
  'a bound handler': single(({ note }) =>
    function (this: any, _req: any, res: any) {
      note(this.me);
      res.send('x');
    }.bind({ me: 'bound' }),
  ),
  'a handler that is a proxy': single(
    ({ note }) =>
      new Proxy((_req: any, res: any) => res.send('x'), {
        apply(target, self, args) {
          note(['apply', args.length, self === undefined]);
          return Reflect.apply(target, self, args as any);
        },
      }),
  ),
  'a handler whose length is changed': single(() => {
    const handler = (req: any, res: any, _next: any, _more: any) => (res ? res.send('x') : req);
    Object.defineProperty(handler, 'length', { value: 2 });
    return handler;
  }),
  'a handler that calls next twice': single(() =>
    ofTwo((_req: any, _res: any, next: any) => {
      next();
      next();
    }),
  ),
  'errors in error handlers': building((app, { note }) => {
    app.use((_req: any, _res: any, next: any) => next());
    app.get('/a/:id', (_req: any, _res: any) => {
      throw new Error('one');
    });
    app.use((error: any, _req: any, _res: any, _next: any) => {
      note(error.message);
      throw new Error('two');
    });
    app.use((_req: any, _res: any, next: any) => next());
    app.use((error: any, _req: any, _res: any, next: any) => {
      note(error.message);
      next();
    });
    app.use((_req: any, res: any) => res.send('survived'));
  }),
  'middlewares that change the url': building((app, { note }) => {
    app.use((req: any, _res: any, next: any) => {
      if (req.url === '/a') req.url = '/a/9';
      next();
    });
    app.use((_req: any, _res: any, next: any) => next());
    app.get('/a/:id', (req: any, res: any) => res.json([req.params, req.url, req.path]));
    app.use((req: any, _res: any, next: any) => {
      note([req.url, req.path]);
      next();
    });
  }),
  'middlewares that change the parsed url': building((app) => {
    app.use((req: any, _res: any, next: any) => {
      if (req._parsedUrl) req._parsedUrl.pathname = '/a/9';
      next();
    });
    app.use((_req: any, _res: any, next: any) => next());
    app.get('/a/:id', (req: any, res: any) => res.json([req.params, req.url, req.path]));
  }),
  'middlewares that replace the parsed url': building((app) => {
    app.use((req: any, _res: any, next: any) => {
      req._parsedUrl = undefined;
      next();
    });
    app.use((req: any, _res: any, next: any) => {
      req._parsedUrl = { ...req._parsedUrl, pathname: '/a/9' };
      next();
    });
    app.use((_req: any, _res: any, next: any) => next());
    app.get('/a/:id', (req: any, res: any) => res.json([req.params, req.url, req.path]));
  }),
  'middlewares that change the method': building((app) => {
    app.use((req: any, _res: any, next: any) => {
      req.method = req.method === 'GET' ? 'POST' : 'GET';
      next();
    });
    app.use((_req: any, _res: any, next: any) => next());
    app.get('/a/:id', (_req: any, res: any) => res.send('get'));
    app.post('/a/:id', (_req: any, res: any) => res.send('post'));
  }),
  'middlewares that set params': building((app, { note }) => {
    const look = (req: any, _res: any, next: any): void => {
      note({ ...req.params });
      req.params.mine = 1;
      next();
      note({ ...req.params });
    };
    app.use(look, look, look);
    app.get('/a/:id', look, (req: any, res: any) => res.json(req.params));
    app.use(look);
  }),
  'middlewares that replace next': building((app, { note }) => {
    app.use((req: any, _res: any, next: any) => {
      const { next: original } = req;
      req.next = (...args: any[]) => {
        note('mine');
        original(...args);
      };
      next();
    });
    app.use((req: any, _res: any, _next: any) => req.next());
    app.get('/a/:id', (req: any, res: any) => {
      note(typeof req.next);
      res.send('x');
    });
  }),
  'routes that are added during a request': building((app, { note }) => {
    let added = 0;
    app.use((_req: any, _res: any, next: any) => next());
    app.use((req: any, _res: any, next: any) => {
      if (req.url === '/a/7' && added++ < 3)
        app.use((_req2: any, _res2: any, go: any) => {
          note('added');
          go();
        });
      next();
    });
    app.use((_req: any, _res: any, next: any) => next());
    app.get('/a/:id', (_req: any, _res: any, next: any) => next());
  }),
  'layers that are inserted and removed during a request': building((app, { note }) => {
    app.use((_req: any, _res: any, next: any) => next());
    app.use((req: any, _res: any, next: any) => {
      const stack = stackOf(app);
      if (req.url === '/a/7') stack.splice(stack.length - 2, 1);
      next();
    });
    for (let i = 0; i < 5; i++)
      app.use((_req: any, _res: any, next: any) => {
        note(i);
        next();
      });
    app.get('/a/:id', (_req: any, res: any) => res.send('end'));
  }),
  'the handle of a layer is replaced during a request': building((app, { note }) => {
    app.use((req: any, _res: any, next: any) => {
      if (req.url === '/a/7') {
        const layer = stackOf(app).at(-2);
        const { handle } = layer;
        layer.handle = (q: any, s: any, n: any) => {
          note('wrapped');
          handle(q, s, n);
        };
      }
      next();
    });
    app.use((_req: any, _res: any, next: any) => next());
    app.use((_req: any, _res: any, next: any) => next());
    app.get('/a/:id', (_req: any, res: any) => res.send('end'));
  }),
  'match of all layers is replaced during a request': {
    ...building(
      (app, { note }) => {
        let done = false;
        app.use((_req: any, _res: any, next: any) => next());
        app.use((req: any, _res: any, next: any) => {
          if (req.url === '/a/7' && !done) {
            done = true;
            const prototype = Object.getPrototypeOf(stackOf(app)[0]);
            const { match } = prototype;
            prototype.match = function (path: any) {
              const result = match.call(this, path);
              note(['match', this.name, path, result]);
              return result;
            };
          }
          next();
        });
        app.use(function third(_req: any, _res: any, next: any) {
          next();
        });
        app.get('/a/:id', function last(_req: any, res: any) {
          res.send('end');
        });
      },
      ['GET /a', 'GET /a/7', 'GET /a/7'],
    ),
    isolated: true,
  },
  'handleRequest of all layers is replaced during a request': {
    ...building(
      (app, { note, line }) => {
        let done = false;
        const name = line === 5 ? 'handleRequest' : 'handle_request';
        app.use((_req: any, _res: any, next: any) => next());
        app.use((req: any, _res: any, next: any) => {
          if (req.url === '/a/7' && !done) {
            done = true;
            const prototype = Object.getPrototypeOf(stackOf(app)[0]);
            const original = prototype[name];
            prototype[name] = function (q: any, s: any, n: any) {
              note(['run', this.name, this.params, this.path, q.params, q.route?.path]);
              return original.call(this, q, s, n);
            };
          }
          next();
        });
        app.use(function third(_req: any, _res: any, next: any) {
          next();
        });
        app.use(function fourth(_req: any, _res: any, next: any) {
          next();
        });
        app.get('/a/:id', function last(_req: any, res: any) {
          res.send('end');
        });
      },
      ['GET /a', 'GET /a/7', 'GET /a/7'],
    ),
    isolated: true,
  },
  'dispatch of routes is replaced during requests': {
    ...building(
      (app, { note, framework }) => {
        let done = false;
        app.use((req: any, _res: any, next: any) => {
          if (req.url === '/a/7' && !done) {
            done = true;
            const { prototype } = framework.Route;
            const { dispatch } = prototype;
            prototype.dispatch = function (q: any, s: any, n: any) {
              note(['dispatch', this.path, n.name]);
              return dispatch.call(this, q, s, n);
            };
          }
          next();
        });
        app.get('/a/:id', (_req: any, res: any) => res.send('end'));
      },
      ['GET /a', 'GET /a/7', 'GET /a/7'],
    ),
    isolated: true,
  },
  'dispatch of one route is replaced': building((app, { note }) => {
    app.get('/a/:id', (req: any, res: any) => {
      const { route } = req;
      const { dispatch } = route;
      route.dispatch = function (q: any, s: any, n: any) {
        note(['dispatch', this.path]);
        return dispatch.call(this, q, s, n);
      };
      res.send('end');
    });
  }),
  'the layer of a handler is changed through the route': building((app, { note }) => {
    app.get('/a/:id', function only(req: any, res: any) {
      const [layer] = req.route.stack;
      if (layer.handle === only)
        layer.handle = (q: any, s: any) => {
          note('replaced');
          s.send(q.params);
        };
      res.send('end');
    });
  }),
  'the method of a layer is changed through the route': building((app) => {
    app.get('/a/:id', (req: any, res: any) => {
      req.route.stack[0].method = 'post';
      res.send('end');
    });
  }),
  'the stack of a route is replaced': building((app) => {
    app.get('/a/:id', (req: any, res: any) => {
      req.route.stack = [];
      res.send('end');
    });
  }),
  "handleRequest of a handler's layer is replaced through the route": building((app, { note, line }) => {
    const name = line === 5 ? 'handleRequest' : 'handle_request';
    app.get('/a/:id', (req: any, res: any) => {
      const [layer] = req.route.stack;
      const original = layer[name];
      layer[name] = function (q: any, s: any, n: any) {
        note(['own', n.name, n === q.next]);
        return original.call(this, q, s, n);
      };
      res.send('end');
    });
  }),
  "handleRequest of a handler's layer throws": building((app, { line }) => {
    const name = line === 5 ? 'handleRequest' : 'handle_request';
    app.get('/a/:id', (req: any, res: any) => {
      req.route.stack[0][name] = () => {
        throw new Error('layer');
      };
      res.send('end');
    });
    app.use(describeError);
  }),
  'more than a hundred middlewares': building(
    (app, { note }) => {
      let depth = 0;
      for (let i = 0; i < 250; i++)
        app.use((_req: any, _res: any, next: any) => {
          depth++;
          next();
          depth--;
          if (i % 50 === 0) note([i, depth]);
        });
      app.get('/a', (_req: any, res: any) => res.send('end'));
    },
    ['GET /a', 'GET /none'],
  ),
  'more than a hundred routes with one handler': building(
    (app, { note }) => {
      let depth = 0;
      for (let i = 0; i < 250; i++)
        app.get(
          '/a',
          ofTwo((_req: any, _res: any, next: any) => {
            depth++;
            next();
            depth--;
            if (i % 50 === 0) note([i, depth]);
          }),
        );
    },
    ['GET /a', 'GET /none'],
  ),
  'a hundred routes whose handlers throw': building(
    (app, { note }) => {
      let depth = 0;
      for (let i = 0; i < 250; i++) {
        app.get('/a', (_req: any, _res: any) => {
          throw new Error(String(i));
        });
        app.use((_error: any, _req: any, _res: any, next: any) => {
          depth++;
          next();
          depth--;
          if (i % 50 === 0) note([i, depth]);
        });
      }
    },
    ['GET /a', 'GET /none'],
  ),
  'async stores of middlewares and handlers': building((app, { note }) => {
    const storage = new AsyncLocalStorage();
    app.use((req: any, _res: any, next: any) => storage.run(req.url, next));
    app.use((_req: any, _res: any, next: any) => {
      note(storage.getStore());
      next();
    });
    app.use(async (_req: any, _res: any, next: any) => {
      await null;
      note(storage.getStore());
      next();
    });
    app.get('/a/:id', async (_req: any, res: any) => {
      await null;
      note(storage.getStore());
      res.on('finish', () => note(['finish', storage.getStore()]));
      res.send('x');
    });
  }),
  'a custom request object': {
    // 4.x reads other members that such a request does not have.
    lines: [5],
    async run({ framework, note }) {
      const app = framework();
      app.use((_req: any, _res: any, next: any) => next());
      app.use((_req: any, _res: any, next: any) => next());
      app.get('/a/:id', (req: any, res: any) => res.end(JSON.stringify(req.params)));
      for (const url of ['/a/7', '/none', '', undefined]) {
        for (let i = 0; i < 12; i++) {
          const req = { method: 'GET', url, headers: {} };
          const res = {
            setHeader: (...args: any[]) => i === 11 && args[0] !== 'X-Powered-By' && note(args),
            removeHeader: (name: string) => i === 11 && note(['remove', name]),
            getHeader: () => undefined,
            end: (...args: any[]) => i === 11 && note(['end', ...args]),
          };
          try {
            app.handle(req, res, i % 2 ? undefined : (error: any) => note(['out', error]));
          } catch (error) {
            note(error);
          }
          await new Promise(setImmediate);
        }
      }
    },
  },
  'settings named like members of Object.prototype': {
    async run({ framework, note }) {
      const app = framework();
      for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'polluted', 'env']) {
        (Object.prototype as any).polluted = 'yes';
        note([name, app.get(name), app.enabled(name), app.disabled(name)]);
        app.set(name, 'mine');
        note([name, app.get(name), app.enabled(name), Object.keys(app.settings).includes(name)]);
        app.set(name, undefined);
        note([name, app.get(name), app.enabled(name)]);
        delete (Object.prototype as any).polluted;
      }
      const inner = framework();
      app.set('from parent', 1);
      app.use(inner);
      note([inner.get('from parent'), inner.get('toString'), inner.get('valueOf')]);
      inner.settings['from parent'] = undefined;
      note(inner.get('from parent'));
    },
    lines: [5, 4],
  },
  'an application without settings': {
    lines: [4],
    async run(world) {
      const app = world.framework();
      app.get('/a', (_req: any, res: any) => res.send('x'));
      const server = await world.listen(app);
      const seen: string[] = [];
      for (const settings of [{}, Object.create(null), null, undefined, 0]) {
        app.settings = settings;
        world.note(app.set('etag'));
        seen.push(await world.send(server, 'GET /a'), await world.send(server, 'GET /none'));
      }
      return seen;
    },
  },
  'headers named like members of Object.prototype': {
    async run(world) {
      const app = world.framework();
      app.use((_req: any, res: any, next: any) => {
        for (const name of [
          '__proto__',
          'constructor',
          'toString',
          'hasOwnProperty',
          '7',
          '__defineGetter__',
        ]) {
          res.setHeader(name, name);
          (res.set ?? res.header).call(res, `${name}2`, name);
          world.note([res.getHeader(name), res.hasHeader(name), res.get(name)]);
        }
        world.note([
          res.getHeader('valueOf'),
          res.hasHeader('valueOf'),
          res.hasHeader('isPrototypeOf'),
          res.get('valueOf'),
        ]);
        world.note([
          res.getHeaderNames().slice(-8),
          Object.keys(res.getHeaders()),
          Object.getPrototypeOf(res.getHeaders()),
        ]);
        res.removeHeader('constructor');
        res.removeHeader('valueOf');
        next();
      });
      app.get('/a', (_req: any, res: any) => res.send('x'));
      app.get('/b', (_req: any, res: any) => res.json({ a: 1 }));
      app.get('/c', (_req: any, res: any) => res.end('x'));
      app.get('/d', (_req: any, res: any) => res.redirect('/a'));
      const server = await world.listen(app);
      const seen: string[] = [];
      for (const path of ['/a', '/b', '/c', '/d', '/none'])
        seen.push(await world.send(server, `GET ${path}`));
      (Object.prototype as any).polluted = ['Polluted', 'yes'];
      for (const path of ['/a', '/b', '/c', '/d', '/none'])
        seen.push(await world.send(server, `GET ${path}`));
      delete (Object.prototype as any).polluted;
      return seen;
    },
  },
  'custom status messages': {
    async run(world) {
      const app = world.framework();
      const messages: any[] = [
        'OK',
        'Not Found',
        'Mine',
        '',
        undefined,
        null,
        0,
        new String('OK'),
        'O\u00e9',
        'a\r\nb',
      ];
      app.use((req: any, res: any, next: any) => {
        const [, way, status, message] = req.url.split('/');
        res.statusCode = Number(status);
        res.statusMessage = messages[message];
        if (way === 'send') res.send('x');
        else if (way === 'json') res.json({ a: 1 });
        else if (way === 'end') res.end('x');
        else next();
      });
      app.use((error: any, _req: any, res: any, _next: any) => {
        res.statusMessage = '';
        res.statusCode = 500;
        res.end(`caught ${error.message}`);
      });
      const server = await world.listen(app);
      const seen: string[] = [];
      for (const way of ['send', 'json', 'end', 'none'])
        for (const status of [200, 404, 204, 304, 299])
          for (const message of messages.keys())
            seen.push(await world.send(server, `GET /${way}/${status}/${message}`));
      return seen;
    },
    lines: [5, 4],
  },
  'empty queries': {
    async run(world) {
      const app = world.framework();
      app.get('/a', (req: any, res: any) =>
        res.json([req.query, Object.getPrototypeOf(req.query) === Object.prototype, 'toString' in req.query]),
      );
      const seen: string[] = [];
      const server = await world.listen(app);
      for (const parser of ['extended', 'simple', true]) {
        app.set('query parser', parser);
        for (const path of ['/a', '/a?', '/a?&', '/a?=', '/a??', '/a?a', '/a?__proto__=1', '/a?#'])
          seen.push(await world.send(server, `GET ${path}`));
      }
      return seen;
    },
    lines: [5, 4],
  },
};
