/** Stacks that are replaced, shared or made of accessors, and layers that change without a call to the router. */
import { type Attacks, type World, warmUp } from '../attack.js';

const respondWith =
  (text: string) =>
  (_req: any, res: any): void =>
    res.send(text);
const pass = (_req: any, _res: any, next: any): void => next();

function matchAll(this: any, path: string): boolean {
  this.params = {};
  this.path = path;
  return true;
}

/** A layer that no other router has. */
function layerFor(world: World, path: string, text: string): any {
  return world.framework.Router().get(path, respondWith(text)).stack[0];
}

export const stacks: Attacks = {};

/** Changes to an array that has become the stack of a mounted router. */
const changes: Record<string, (router: any, world: World) => void> = {
  'a layer is prepended': (router, world) => router.stack.unshift(layerFor(world, '/a', 'new')),
  'a layer is added': (router, world) => router.stack.push(layerFor(world, '/new', 'new')),
  'a layer is replaced': (router, world) => {
    router.stack[1] = layerFor(world, '/a', 'new');
  },
  'layers are removed': (router) => router.stack.splice(1, 2),
  'layers are reversed': (router) => router.stack.reverse(),
  'a layer matches more': (router) => {
    router.stack[1].match = matchAll;
  },
};
/** How an array becomes the stack of a router. */
const arrays: Record<string, (router: any, world: World) => void> = {
  'a copy': (router) => {
    router.stack = router.stack.filter(() => true);
  },
  'the stack of another router': (router, world) => {
    const other = world.framework.Router();
    other.stack.push(...router.stack);
    router.stack = other.stack;
  },
};
for (const [array, assign] of Object.entries(arrays)) {
  for (const [name, change] of Object.entries(changes)) {
    stacks[`the stack of a mounted router is ${array}, and ${name}`] = {
      lines: [5, 4],
      async run(world) {
        const router = world.framework.Router();
        router.use(pass);
        for (const text of ['a', 'b']) router.get(`/${text}`, respondWith(text));
        router.get('/a', respondWith('second'));
        const app = world.framework().use('/one', router).use('/two', router);
        assign(router, world);
        const server = await world.listen(app);
        const requests = ['/one/a', '/one/b', '/two/a', '/two/new'].map((path) => `GET ${path}`);
        const seen: string[] = [];
        for (const request of requests) seen.push(await warmUp(world, server, request));
        change(router, world);
        for (const request of requests) seen.push(await world.sendBriefly(server, request));
        for (const request of requests) seen.push(await warmUp(world, server, request));
        return seen;
      },
    };
  }
}

/** What is no layer. */
for (const element of [undefined, null, 5, {}]) {
  stacks[`the stack of a mounted router has ${JSON.stringify(element)} between two layers`] = {
    lines: [5, 4],
    async run(world) {
      const router = world.framework.Router();
      router.use(pass).get('/a', respondWith('a'));
      const app = world.framework().use(router);
      app.use((error: any, _req: any, res: any, _next: any) => res.send(error.message));
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /a')];
      router.stack.splice(1, 0, element);
      seen.push(await world.sendBriefly(server, 'GET /a'), await warmUp(world, server, 'GET /a'));
      return seen;
    },
  };
}

/** Arrays whose elements are accessors, and change between reads. */
const accessors: Record<string, (stack: any[], index: number, get: () => any) => void> = {
  'has an accessor': (stack, index, get) => {
    Object.defineProperty(stack, index, { configurable: true, get, set() {} });
  },
  'inherits an accessor': (stack, index, get) => {
    delete stack[index];
    Object.setPrototypeOf(stack, Object.create(Array.prototype, { [index]: { get, set() {} } }));
  },
};
for (const [name, define] of Object.entries(accessors)) {
  for (const mounted of [false, true]) {
    stacks[`the stack of a router${mounted ? ' that is mounted' : ''} ${name}`] = {
      lines: [5, 4],
      async run(world) {
        const app = world.framework();
        const target = mounted ? world.framework.Router() : app;
        for (const text of ['a', 'b']) target.get(`/${text}`, respondWith(text));
        if (mounted) app.use(target);
        const { stack } = mounted ? target : (app._router ?? app.router);
        const index = stack.length - 2;
        const layers = [stack[index], layerFor(world, '/b', 'other')];
        let current = 0;
        define(stack, index, () => layers[current]);
        const server = await world.listen(app);
        const seen = [await warmUp(world, server, 'GET /a'), await warmUp(world, server, 'GET /b')];
        current = 1;
        for (const path of ['/a', '/b']) seen.push(await world.sendBriefly(server, `GET ${path}`));
        return [...seen, await warmUp(world, server, 'GET /b')];
      },
    };
  }
}

/** Hooks that run when the router reads one layer. */
const hooks: Record<string, (hook: () => void, layer: any, world: World) => void> = {
  match: (hook, layer) => {
    layer.match = () => {
      hook();
      return false;
    };
  },
  _handlesMethod: (hook, layer, world) => {
    layer.match = matchAll;
    layer.route[world.line === 5 ? '_handlesMethod' : '_handles_method'] = () => {
      hook();
      return false;
    };
  },
};
const effects: Record<string, (stack: any[], index: number, world: World) => void> = {
  'makes the next layer match more': (stack, index) => {
    stack[index + 1].match = matchAll;
  },
  'removes the next layer': (stack, index) => stack.splice(index + 1, 1),
  'inserts a layer after it': (stack, index, world) =>
    stack.splice(index + 1, 0, layerFor(world, '/c', 'inserted')),
};
for (const [member, replace] of Object.entries(hooks)) {
  for (const [effect, act] of Object.entries(effects)) {
    stacks[`${member} of a layer ${effect}`] = {
      lines: [5, 4],
      async run(world) {
        const router = world.framework.Router();
        for (const text of ['a', 'b', 'c']) router.get(`/${text}`, respondWith(text));
        const { stack } = router;
        let acts = false;
        const hook = (): void => {
          if (acts) act(stack, 0, world);
          acts = false;
        };
        replace(hook, stack[0], world);
        const server = await world.listen(world.framework().use(router));
        const seen = [await warmUp(world, server, 'GET /b'), await warmUp(world, server, 'GET /c')];
        for (const path of ['/b', '/c']) {
          acts = true;
          seen.push(await world.sendBriefly(server, `GET ${path}`));
        }
        return [...seen, await warmUp(world, server, 'GET /c')];
      },
    };
  }
}

stacks['the keys of layers are changed in place'] = {
  lines: [5],
  async run(world) {
    const seen: unknown[] = [];
    const build = async (): Promise<{ server: any; stack: any[] }> => {
      const app = world.framework();
      app.param('id', (_req: any, _res: any, next: any, id: string) => {
        world.note(`id ${id}`);
        next();
      });
      app.get('/static', respondWith('static'));
      app.get('/users/:id', (req: any, res: any) => res.json(req.params));
      const server = await world.listen(app);
      for (const path of ['/static', '/users/7']) seen.push(await warmUp(world, server, `GET ${path}`));
      return { server, stack: app.router.stack };
    };
    const { server, stack } = await build();
    for (const layer of stack) layer.keys.push('added');
    seen.push(stack.map((layer) => [...layer.keys]));
    stack[1].keys.length = 0;
    for (const path of ['/static', '/users/8']) seen.push(await world.sendBriefly(server, `GET ${path}`));
    seen.push(stack.map((layer) => [...layer.keys]));
    // A change to one application must not be visible in another.
    for (const layer of (await build()).stack) seen.push([...layer.keys]);
    return seen;
  },
};

stacks['layers have no keys'] = {
  lines: [5, 4],
  async run(world) {
    const app = world.framework();
    app.param('id', pass);
    for (const path of ['/a', '/b']) app.get(path, respondWith(path));
    const { stack } = app._router ?? app.router;
    const run = (_req: any, res: any): void => res.send('custom layer');
    const match = (path: string): boolean => path === '/c';
    stack.push({ match, path: '/c', params: {}, handleRequest: run, handle_request: run });
    const server = await world.listen(app);
    const requests = ['GET /a', 'GET /b', 'GET /c'];
    const seen: string[] = [];
    for (const request of requests) seen.push(await warmUp(world, server, request));
    stack.at(-3).keys = undefined;
    for (const request of requests) seen.push(await world.sendBriefly(server, request));
    return seen;
  },
};

stacks['a layer loses its handle'] = {
  lines: [5, 4],
  async run(world) {
    const app = world.framework();
    app.use(pass);
    app.get('/a', respondWith('a'));
    app.use((error: Error, _req: any, res: any, _next: any) => res.send(error.message));
    const server = await world.listen(app);
    const layer = (app._router ?? app.router).stack.at(-2);
    const seen = [await warmUp(world, server, 'GET /a')];
    delete layer.handle;
    for (let i = 0; i < 3; i++) seen.push(await world.sendBriefly(server, 'GET /a'));
    return seen;
  },
};

stacks['handleRequest of layers is replaced during a request, and changes them'] = {
  lines: [5, 4],
  async run(world) {
    const prototype = Object.getPrototypeOf(layerFor(world, '/', ''));
    const name = world.line === 5 ? 'handleRequest' : 'handle_request';
    const own = prototype[name];
    const app = world.framework();
    app.use((req: any, _res: any, next: any) => {
      if (req.query.patch !== undefined)
        prototype[name] = function (...args: any[]) {
          if (this.route?.path === '/a') this.match = matchAll;
          return own.apply(this, args);
        };
      next();
    });
    for (const text of ['a', 'b']) app.get(`/${text}`, respondWith(text));
    try {
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /b')];
      for (const url of ['/a?patch', '/b']) seen.push(await world.sendBriefly(server, `GET ${url}`));
      return seen;
    } finally {
      prototype[name] = own;
    }
  },
};

/** How a route of 3.x comes to match everything. */
const openings: Record<string, (route: any) => void> = {
  'another match': (route) => {
    route.match = matchAll;
  },
  'its regular expression recompiled': (route) => route.regexp.compile('.'),
};
for (const [name, open] of Object.entries(openings)) {
  stacks[`a route in a custom array gets ${name}`] = {
    lines: [3],
    async run(world) {
      const app = world.framework();
      for (const text of ['a', 'b', 'c']) app.get(`/${text}`, respondWith(text));
      app.routes.get = app.routes.get.filter(() => true);
      const [route] = app.routes.get;
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /b')];
      open(route);
      return [...seen, await world.sendBriefly(server, 'GET /b'), await warmUp(world, server, 'GET /c')];
    },
  };
}
