/** Layers and routes that a program keeps and changes later, after they are compiled. */
import { inspect } from 'node:util';
import { type Attacks, type World, warmUp } from '../attack.js';

const secret = (_req: any, res: any): void => res.send('secret');

/** The stack of an application's router, in the major versions whose routers have one. */
function stackOf(app: any): any[] {
  return (app._router ?? app.router).stack;
}

function layerOf(app: any, path: string): any {
  return stackOf(app).find((layer) => layer.route?.path === path);
}

/** Makes a change after everything is compiled. Returns responses before and after it, and after compiling again. */
function changing(
  build: (app: any, world: World) => void,
  change: (app: any, world: World) => void,
  requests: readonly string[],
) {
  return async (world: World): Promise<unknown> => {
    const app = world.framework();
    build(app, world);
    const server = await world.listen(app);
    const seen: string[] = [];
    const look = async (): Promise<void> => {
      for (const request of requests) seen.push(`${request}: ${await world.sendBriefly(server, request)}`);
    };
    for (const request of requests) await warmUp(world, server, request);
    await look();
    change(app, world);
    await look();
    for (const request of requests) await warmUp(world, server, request);
    await look();
    return seen;
  };
}

/** Keeps two layers of a router from the start, before anything is compiled. */
function keeping(
  change: (kept: any, app: any, world: World) => void,
  requests: readonly string[] = ['GET /a', 'GET /b', 'GET /a/more', 'POST /a', 'GET /other'],
) {
  const kept = new WeakMap<object, any>();
  return changing(
    (app) => {
      app.get('/a', secret);
      app.get('/b', (_req: any, res: any) => res.send('b'));
      kept.set(app, layerOf(app, '/a'));
    },
    (app, world) => change(kept.get(app), app, world),
    requests,
  );
}

export const layers: Attacks = {
  'a method is opened on one route, and then on another': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      const respond = (req: any, res: any): void => res.send(`${req.method} ${req.path}`);
      const routes = ['/one', '/two', '/three'].map((path) => app.route(path).get(respond));
      // The same handlers for other methods, which are not in `route.methods`.
      for (const route of routes) route.stack[0].method = undefined;
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'POST /one')];
      for (const route of routes) {
        route.methods.post = true;
        for (const path of ['/one', '/two', '/three'])
          seen.push(await world.sendBriefly(server, `POST ${path}`));
      }
      return seen;
    },
  },
  'a method is opened on routes from the stack, one after the other': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      const respond = (req: any, res: any): void => res.send(`${req.method} ${req.path}`);
      for (const path of ['/one', '/two', '/three']) app.get(path, respond);
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /one')];
      for (const path of ['/one', '/two', '/three']) {
        const { route } = layerOf(app, path);
        route.methods.post = true;
        route.stack[0].method = undefined;
        for (const target of ['/one', '/two', '/three']) {
          seen.push(await world.sendBriefly(server, `POST ${target}`));
        }
      }
      return seen;
    },
  },
  'a method is closed on one route and opened on another': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      for (const path of ['/one', '/two']) app.get(path, secret);
      const server = await world.listen(app);
      await warmUp(world, server, 'GET /one');
      delete layerOf(app, '/one').route.methods.get;
      const seen = [await world.sendBriefly(server, 'GET /one'), await world.sendBriefly(server, 'GET /two')];
      layerOf(app, '/one').route.methods.get = true;
      delete layerOf(app, '/two').route.methods.get;
      seen.push(await world.sendBriefly(server, 'GET /one'), await world.sendBriefly(server, 'GET /two'));
      return seen;
    },
  },
  'match of a kept layer is replaced': {
    lines: [5, 4],
    run: keeping((layer) => {
      layer.match = () => false;
    }),
  },
  'match of a kept layer is replaced by one that matches more': {
    lines: [5, 4],
    run: keeping((layer) => {
      layer.match = function (path: string) {
        this.params = { more: path };
        this.path = path;
        return path !== '/b';
      };
    }),
  },
  'match of a layer is replaced long after the stack was looked at': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      app.get('/a', secret);
      const server = await world.listen(app);
      await warmUp(world, server, 'GET /a');
      const layer = layerOf(app, '/a');
      const seen = [await warmUp(world, server, 'GET /a')];
      layer.match = () => false;
      seen.push(await world.sendBriefly(server, 'GET /a'), await warmUp(world, server, 'GET /a'));
      delete layer.match;
      seen.push(await world.sendBriefly(server, 'GET /a'), await warmUp(world, server, 'GET /a'));
      return seen;
    },
  },
  'the regular expression of a kept layer is replaced': {
    lines: [4],
    run: keeping((layer) => {
      layer.regexp = /^\/other$/;
    }),
  },
  'the flags of a kept layer are set': {
    lines: [4],
    run: keeping((layer) => {
      layer.regexp.fast_star = true;
    }),
  },
  'the keys of a kept layer are renamed': {
    lines: [4],
    async run(world) {
      const app = world.framework();
      app.get('/users/:id', (req: any, res: any) => res.json(req.params));
      const layer = layerOf(app, '/users/:id');
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /users/7')];
      layer.keys[0].name = 'user';
      seen.push(await world.sendBriefly(server, 'GET /users/7'));
      layer.keys = [{ name: 'again', optional: false, offset: 0 }];
      seen.push(await world.sendBriefly(server, 'GET /users/7'), await warmUp(world, server, 'GET /users/7'));
      return seen;
    },
  },
  'the matchers of a kept layer are replaced': {
    lines: [5],
    run: keeping((layer) => {
      layer.matchers = [(path: string) => path === '/other' && { params: {}, path }];
    }),
  },
  'a matcher is added to a kept layer': {
    lines: [5],
    run: keeping((layer) => {
      layer.matchers.push((path: string) => path === '/other' && { params: {}, path });
    }),
  },
  'a matcher of a kept layer is exchanged': {
    lines: [5],
    run: keeping((layer) => {
      layer.matchers[0] = () => false;
    }),
  },
  'a kept layer matches everything': {
    lines: [5],
    run: keeping((layer) => {
      layer.slash = true;
    }),
  },
  'a kept layer of middleware no longer matches everything': {
    lines: [5],
    async run(world) {
      const app = world.framework();
      app.use((_req: any, res: any, next: any) => {
        res.set('X-Seen', '1');
        next();
      });
      app.get('/a', secret);
      const [layer] = stackOf(app);
      const server = await world.listen(app);
      const seen = [await world.send(server, 'GET /a'), await warmUp(world, server, 'GET /a')];
      layer.slash = false;
      seen.push(await world.send(server, 'GET /a'));
      return seen;
    },
  },
  'the route of a kept layer is replaced': {
    lines: [5, 4],
    run: keeping((layer, app) => {
      layer.route = layerOf(app, '/b').route;
    }),
  },
  'the route of a kept layer is removed': {
    lines: [5, 4],
    run: keeping((layer) => {
      layer.route = undefined;
    }),
  },
  'a kept layer gets another handle': {
    lines: [5, 4],
    run: keeping((layer) => {
      layer.handle = (_req: any, res: any) => res.send('another');
    }),
  },
  'a handler opens a method of its own route': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      app.get('/a', (req: any, res: any) => {
        req.route.methods.put = true;
        req.route.stack[0].method = undefined;
        res.send('opened');
      });
      app.all('/a', (_req: any, res: any) => res.send('all'));
      const server = await world.listen(app);
      const seen = [await world.sendBriefly(server, 'PUT /a')];
      seen.push(await warmUp(world, server, 'GET /a'), await world.sendBriefly(server, 'PUT /a'));
      seen.push(await warmUp(world, server, 'PUT /a'));
      return seen;
    },
  },
  'a handler keeps its route, which is changed between requests': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      let kept: any;
      app.get('/a', (req: any, res: any) => {
        kept = req.route;
        res.send('kept');
      });
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /a'), await world.sendBriefly(server, 'PATCH /a')];
      kept.methods.patch = true;
      kept.stack[0].method = undefined;
      seen.push(await world.sendBriefly(server, 'PATCH /a'), await warmUp(world, server, 'PATCH /a'));
      delete kept.methods.get;
      seen.push(await world.sendBriefly(server, 'GET /a'), await warmUp(world, server, 'GET /a'));
      return seen;
    },
  },
  '_handlesMethod of all routes is replaced': {
    lines: [5, 4],
    isolated: true,
    async run(world) {
      const app = world.framework();
      app.get('/a', (req: any, res: any) => res.send(req.method));
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /a'), await world.sendBriefly(server, 'PUT /a')];
      const prototype = Object.getPrototypeOf(layerOf(app, '/a').route);
      const name = world.line === 5 ? '_handlesMethod' : '_handles_method';
      prototype[name] = (method: string) => method === 'PUT';
      layerOf(app, '/a').route.stack[0].method = undefined;
      seen.push(await world.sendBriefly(server, 'GET /a'), await world.sendBriefly(server, 'PUT /a'));
      seen.push(await warmUp(world, server, 'GET /a'), await warmUp(world, server, 'PUT /a'));
      return seen;
    },
  },
  '_handlesMethod of one route is replaced': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      const route = app.route('/a').get((req: any, res: any) => res.send(req.method));
      app.get('/b', secret);
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /a'), await world.sendBriefly(server, 'PUT /a')];
      route[world.line === 5 ? '_handlesMethod' : '_handles_method'] = () => true;
      route.stack[0].method = undefined;
      seen.push(await world.sendBriefly(server, 'PUT /a'), await warmUp(world, server, 'PUT /a'));
      return seen;
    },
  },
  'the stack of a router is redefined': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      const router = world.framework.Router();
      router.get('/a', secret);
      router.get('/b', (_req: any, res: any) => res.send('b'));
      app.use(router);
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /a')];
      const without = router.stack.slice(1);
      Object.defineProperty(router, 'stack', {
        configurable: true,
        writable: true,
        enumerable: true,
        value: without,
      });
      seen.push(await world.sendBriefly(server, 'GET /a'), await world.sendBriefly(server, 'GET /b'));
      router.get('/c', secret);
      seen.push(await world.sendBriefly(server, 'GET /c'), await warmUp(world, server, 'GET /a'));
      without.length = 0;
      seen.push(await world.sendBriefly(server, 'GET /b'));
      return seen;
    },
  },
  'the stack of a router becomes a getter': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      const router = world.framework.Router();
      router.get('/a', secret);
      app.use(router);
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /a')];
      let open = false;
      const { stack } = router;
      Object.defineProperty(router, 'stack', { configurable: true, get: () => (open ? stack : []) });
      seen.push(await world.sendBriefly(server, 'GET /a'));
      open = true;
      seen.push(await world.sendBriefly(server, 'GET /a'));
      return seen;
    },
  },
  'layers of a mounted router are changed one after the other': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      const router = world.framework.Router();
      for (const path of ['/a', '/b', '/c']) router.get(path, secret);
      app.use('/in', router);
      const kept = [...router.stack];
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /in/a')];
      for (const layer of kept) {
        layer.match = () => false;
        for (const path of ['/a', '/b', '/c']) seen.push(await world.sendBriefly(server, `GET /in${path}`));
      }
      return seen;
    },
  },
  'a kept layer is changed during a request': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      let layer: any;
      app.use((req: any, _res: any, next: any) => {
        if (req.query.close) layer.match = () => false;
        if (req.query.open) delete layer.match;
        next();
      });
      app.get('/a', secret);
      layer = layerOf(app, '/a');
      const server = await world.listen(app);
      const seen: string[] = [];
      for (const query of ['', '?close=1', '', '?open=1', '']) {
        seen.push(
          await world.sendBriefly(server, `GET /a${query}`),
          await warmUp(world, server, `GET /a${query}`),
        );
      }
      return seen;
    },
  },
  'the regular expression of a route is replaced': {
    lines: [3],
    async run(world) {
      const app = world.framework();
      app.get('/a', secret);
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /a')];
      const [route] = app.routes.get;
      route.regexp = /^\/b$/;
      for (const path of ['/a', '/b']) seen.push(await world.sendBriefly(server, `GET ${path}`));
      seen.push(await warmUp(world, server, 'GET /a'), await warmUp(world, server, 'GET /b'));
      route.match = () => false;
      for (const path of ['/a', '/b']) seen.push(await world.sendBriefly(server, `GET ${path}`));
      return seen;
    },
  },
  'routes are kept and changed one after the other': {
    lines: [3],
    async run(world) {
      const app = world.framework();
      for (const path of ['/a', '/b', '/c']) app.get(path, secret);
      const routes = [...app.routes.get];
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /a')];
      for (const route of routes) {
        route.regexp = /^\/none$/;
        for (const path of ['/a', '/b', '/c', '/none'])
          seen.push(await world.sendBriefly(server, `GET ${path}`));
      }
      return seen;
    },
  },
  'a layer matches more paths during a request': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      let kept: any;
      app.use(async (req: any, _res: any, next: any) => {
        if (req.url === '/later') await new Promise(setImmediate);
        if (req.url !== '/b') {
          kept.match = function (path: string) {
            this.params = {};
            this.path = path;
            return true;
          };
        }
        next();
      });
      app.get('/b', secret);
      kept = layerOf(app, '/b');
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /b'), await world.sendBriefly(server, 'GET /other')];
      delete kept.match;
      seen.push(await world.sendBriefly(server, 'GET /later'), await warmUp(world, server, 'GET /b'));
      return seen;
    },
  },
  'a layer is kept by a replaced handleRequest': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      app.get('/a', secret);
      const probe = world.framework.Router();
      probe.get('/', secret);
      const prototype = Object.getPrototypeOf(probe.stack[0]);
      const name = world.line === 5 ? 'handleRequest' : 'handle_request';
      const own = prototype[name];
      let kept: any;
      prototype[name] = function (...args: any[]) {
        if (this.route) kept = this;
        return own.apply(this, args);
      };
      try {
        const server = await world.listen(app);
        const seen = [await warmUp(world, server, 'GET /a')];
        kept.match = () => false;
        seen.push(await world.sendBriefly(server, 'GET /a'));
        return seen;
      } finally {
        prototype[name] = own;
      }
    },
  },
  'a layer is kept by a replaced process_params': {
    lines: [4],
    async run(world) {
      const app = world.framework();
      app.get('/a', secret);
      let kept: any;
      const own = app._router.process_params;
      app._router.process_params = function (layer: any, ...args: any[]) {
        if (layer.route) kept = layer;
        return own.call(this, layer, ...args);
      };
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /a')];
      kept.match = () => false;
      seen.push(await world.sendBriefly(server, 'GET /a'));
      return seen;
    },
  },
  'a regular expression is recompiled in place': {
    lines: [4],
    run: keeping((layer) => {
      layer.regexp.compile('^/other$');
    }),
  },
  'a regular expression loses its flags in place': {
    lines: [4],
    run: keeping(
      (layer) => {
        layer.regexp.compile(layer.regexp.source, '');
      },
      ['GET /a', 'GET /A', 'GET /b', 'GET /B'],
    ),
  },
  'a regular expression becomes sticky in place': {
    lines: [4],
    run: keeping(
      (layer) => {
        layer.regexp.compile(layer.regexp.source, 'iy');
      },
      ['GET /a', 'GET /A', 'GET /b'],
    ),
  },
  'a layer loses its regular expression': {
    lines: [4],
    run: keeping((layer) => {
      layer.regexp = undefined;
    }),
  },
  'regular expressions of routes by method are recompiled in place': {
    lines: [3],
    async run(world) {
      const app = world.framework();
      for (const path of ['/a', '/b', '/c']) app.get(path, secret);
      const server = await world.listen(app);
      const paths = ['/a', '/A', '/b', '/B', '/c', '/other'];
      const seen: string[] = [];
      const look = async (): Promise<void> => {
        for (const path of paths) seen.push(await world.sendBriefly(server, `GET ${path}`));
      };
      for (const path of paths) await warmUp(world, server, `GET ${path}`);
      await look();
      const [first, second] = app.routes.get;
      first.regexp.compile('^/other$', 'i');
      await look();
      second.regexp.compile(second.regexp.source, '');
      await look();
      for (const path of paths) await warmUp(world, server, `GET ${path}`);
      await look();
      return seen;
    },
  },
  'a regular expression gets another exec': {
    lines: [4],
    run: keeping((layer) => {
      layer.regexp.exec = (path: string) => (path === '/other' ? [path] : null);
    }),
  },
  'a custom push sees the stack': {
    lines: [5, 4],
    async run(world) {
      const router = world.framework.Router();
      let self: any;
      router.stack.push = function (...layers: any[]) {
        self = this;
        return Array.prototype.push.apply(this, layers);
      };
      router.get('/a', secret);
      router.get('/b', secret);
      const app = world.framework().use(router);
      const server = await world.listen(app);
      const seen = [self === router.stack, await warmUp(world, server, 'GET /a')];
      self.splice(0, 1);
      return [...seen, await world.sendBriefly(server, 'GET /a'), await world.sendBriefly(server, 'GET /b')];
    },
  },
  'objects that inherit from the stack and from methods': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      app.get('/a', secret);
      const { methods } = layerOf(app, '/a').route;
      const derived = Object.create(methods);
      derived.put = true;
      const array = Object.create(stackOf(app));
      array.note = 'x';
      return [Object.keys(methods), Object.keys(derived), stackOf(app).includes, Object.keys(array)].map(
        String,
      );
    },
  },
  'the layer of a mounted application when inspected': {
    async run(world) {
      const app = world.framework();
      app.use('/s', world.framework());
      const stack = world.line === 3 ? app.stack : stackOf(app);
      return inspect(stack.at(-1).handle, { depth: 0 });
    },
  },
  'routes are kept by wrappers of the methods that create them': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      const router = world.framework.Router();
      const routes: any[] = [];
      for (const target of [router, app]) {
        const own = target.route;
        target.route = function (path: string) {
          const route = own.call(this, path);
          routes.push(route);
          return route;
        };
      }
      router.get('/a', secret);
      router.put('/c', secret);
      app.use(router);
      app.get('/d', secret);
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /c')];
      for (const route of routes) {
        route.methods.put = true;
        route.stack[0].method = undefined;
      }
      return [...seen, await world.sendBriefly(server, 'PUT /a'), await world.sendBriefly(server, 'PUT /d')];
    },
  },
};

for (const verb of ['get', 'all']) {
  layers[`a route is kept by a wrapper of Route.prototype.${verb}`] = {
    lines: [5, 4],
    isolated: true,
    async run(world) {
      const { prototype } = world.framework.Route;
      const own = prototype[verb];
      const routes: any[] = [];
      prototype[verb] = function (...handlers: any[]) {
        routes.push(this);
        return own.apply(this, handlers);
      };
      const app = world.framework();
      const router = world.framework.Router();
      router[verb]('/a', secret);
      router.put('/c', secret);
      app.use(router);
      app[verb]('/d', secret);
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /c')];
      for (const route of routes) {
        route.methods.put = true;
        delete route.methods._all;
        for (const layer of route.stack) layer.method = undefined;
      }
      for (const path of ['/a', '/d'])
        for (const method of ['GET', 'PUT', 'PATCH'])
          seen.push(await world.sendBriefly(server, `${method} ${path}`));
      return seen;
    },
  };
}

layers['a stack is replaced while everything is compiled'] = {
  lines: [5, 4],
  async run(world) {
    const app = world.framework();
    app.get('/a', secret);
    app.get('/b', secret);
    const router = app._router ?? app.router;
    const { stack } = router;
    const kept = layerOf(app, '/a');
    router.stack = [];
    // Express does not compile.
    app.compile?.();
    router.stack = stack;
    const server = await world.listen(app);
    const seen = [await warmUp(world, server, 'GET /b')];
    kept.match = () => false;
    for (const path of ['/a', '/b']) seen.push(await world.sendBriefly(server, `GET ${path}`));
    return seen;
  },
};

/** How a route of the stack gets another method. */
const openings: Record<string, (route: any, line: number) => void> = {
  'its methods are replaced': (route) => {
    route.methods = { get: true, put: true };
  },
  'its _handlesMethod is replaced': (route, line) => {
    route[line === 5 ? '_handlesMethod' : '_handles_method'] = () => true;
  },
  'its methods inherit': (route) => {
    Object.setPrototypeOf(route.methods, { put: true });
  },
  'its methods become a getter': (route) => {
    Object.defineProperty(route, 'methods', { configurable: true, get: () => ({ get: true, put: true }) });
  },
};
for (const [name, open] of Object.entries(openings)) {
  for (const mounted of [false, true]) {
    layers[`a route of the stack is opened${mounted ? ' in a router' : ''}: ${name}`] = {
      lines: [5, 4],
      async run(world) {
        const app = world.framework();
        const inner = mounted ? world.framework.Router() : app;
        inner.get('/a', secret);
        inner.put('/c', secret);
        if (mounted) app.use(inner);
        const server = await world.listen(app);
        await warmUp(world, server, 'GET /a');
        const stack = mounted ? inner.stack : stackOf(app);
        const { route } = stack.find((layer: any) => layer.route?.path === '/a');
        open(route, world.line);
        route.stack[0].method = undefined;
        return [await world.sendBriefly(server, 'PUT /a'), await warmUp(world, server, 'PUT /a')];
      },
    };
  }
}
