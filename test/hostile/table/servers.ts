/** Servers with additional listeners. Messages get Express's prototypes at the same time as in Express. */
import diagnostics from 'node:diagnostics_channel';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { type Attacks, type World, warmUp } from '../attack.js';

/** How a message looks to a listener that gets it before, or instead of, the application. */
function looks(req: any, res?: any): unknown {
  return {
    requestKeys: ['params', 'originalUrl', 'baseUrl', 'next', 'res', 'route', 'body'].filter(
      (key) => key in req,
    ),
    own: ['params', 'originalUrl', 'baseUrl', 'next', 'res', '_parsedUrl'].filter((key) =>
      Object.hasOwn(req, key),
    ),
    get: typeof req.get,
    app: typeof req.app,
    plain: Object.getPrototypeOf(req) === http.IncomingMessage.prototype,
    ...(res && {
      send: typeof res.send,
      locals: 'locals' in res,
      ownResponse: ['locals', 'app', 'req'].filter((key) => Object.hasOwn(res, key)),
      plainResponse: Object.getPrototypeOf(res) === http.ServerResponse.prototype,
    }),
  };
}

function application({ framework }: World): any {
  const app = framework();
  app.get('/', (req: any, res: any) => res.send(`app ${req.path} ${req.ip !== undefined}`));
  app.get('/keys', (req: any, res: any) => {
    // Node's listener count exists before the first listener, see docs/differences.md and test/api/app.shape.test.ts.
    const keys = Object.keys(req).filter((key) => key !== '_eventsCount');
    res.json({ req: keys.sort(), res: typeof res.locals });
  });
  return app;
}

/** The two kinds of servers of an application. */
const ways: Record<string, (app: any) => any> = {
  'app.listen': (app) => app,
  'http.createServer': (app) => http.createServer(app),
};

const attacks: Attacks = {
  'the prototypes of messages are replaced between requests': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      app.get('/a', (req: any, res: any) => res.json([req.mine, res.mine, req.app === app]));
      const server = await world.listen(app);
      const seen = [await warmUp(world, server, 'GET /a')];
      const { request, response } = app;
      const look = async (): Promise<void> => {
        seen.push(await warmUp(world, server, 'GET /a'), await world.send(server, 'GET /none'));
      };
      app.request = Object.create(request, { mine: { value: 'request' } });
      await look();
      app.response = Object.create(response, { mine: { value: 'response' } });
      await look();
      app.request = request;
      await look();
      app.response = response;
      await look();
      app.request = http.IncomingMessage.prototype;
      app.response = Object.create(response);
      await look();
      return seen;
    },
  },
  'two applications share their prototypes': {
    lines: [5, 4],
    async run(world) {
      const one = world.framework();
      const two = world.framework();
      two.request = one.request;
      two.response = one.response;
      two.get('/a', (req: any, res: any) => res.json([req.app === one, req.app === two, res.app === two]));
      const alone = await world.listen(two);
      const seen = [await warmUp(world, alone, 'GET /a')];
      one.use('/in', two);
      const mounted = await world.listen(one);
      for (let i = 0; i < 12; i++) {
        seen.push(await world.sendBriefly(mounted, 'GET /in/a'), await world.sendBriefly(alone, 'GET /a'));
      }
      return seen;
    },
  },
  'servers limit the requests of a connection': {
    async run(world) {
      const app = world.framework();
      app.get('/a', (_req: any, res: any) => res.send('x'));
      app.get('/b', (_req: any, res: any) => {
        res.statusMessage = 'OK';
        res.json({});
      });
      const server = await world.listen(app);
      const one = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
      server.maxRequestsPerSocket = 3;
      server.keepAliveTimeout = 1500;
      const last = 'GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      const seen = [await world.send(server, one('/a') + one('/none') + one('/b') + one('/a'))];
      server.maxRequestsPerSocket = 0;
      server.keepAliveTimeout = 0;
      return [...seen, await world.send(server, one('/none') + one('/a') + last)];
    },
  },
};
for (const [way, serverOf] of Object.entries(ways)) {
  /** A server whose application has already responded to some requests. */
  const warm = async (world: World): Promise<{ app: any; server: http.Server }> => {
    const app = application(world);
    const server = await world.listen(serverOf(app));
    await warmUp(world, server);
    return { app, server };
  };

  Object.assign(attacks, {
    [`${way}: another listener replaces the application`]: {
      async run(world) {
        const { app, server } = await warm(world);
        server.removeListener('request', app);
        server.on('request', (req: any, res: any) => {
          world.note(looks(req, res));
          req.path = '/mine';
          req.query = { mine: true };
          req.ip = 'here';
          res.end(`${req.path} ${req.query.mine} ${req.ip}`);
        });
        return world.send(server);
      },
    },
    [`${way}: all listeners are replaced`]: {
      async run(world) {
        const { server } = await warm(world);
        server.removeAllListeners('request');
        server.on('request', (req: any, res: any) => {
          world.note(looks(req, res));
          res.end('other');
        });
        return world.send(server);
      },
    },
    [`${way}: the application is added again after another listener`]: {
      async run(world) {
        const { app, server } = await warm(world);
        const other = (req: any, res: any): void => {
          world.note(looks(req, res));
          res.end('other');
        };
        server.removeListener('request', app);
        server.on('request', other);
        const first = await world.send(server);
        server.removeListener('request', other);
        server.on('request', app);
        return [first, await warmUp(world, server), await world.send(server)];
      },
    },
    [`${way}: another application replaces the first`]: {
      async run(world) {
        const { app, server } = await warm(world);
        const second = world.framework();
        second.get('/', (req: any, res: any) =>
          res.send(`second ${req.app === second} ${res.app === second}`),
        );
        server.removeListener('request', app);
        server.on('request', second);
        return [await world.send(server), await warmUp(world, server)];
      },
    },
    [`${way}: a listener before the application`]: {
      async run(world) {
        const { server } = await warm(world);
        server.prependListener('request', (req: any, res: any) => {
          world.note(looks(req, res));
          req.ip = 'assigned';
          req.seen = true;
        });
        return [await world.send(server), await world.send(server)];
      },
    },
    [`${way}: a listener after the application`]: {
      async run(world) {
        const { server } = await warm(world);
        server.on('request', (req: any, res: any) => world.note([typeof req.get, typeof res.send, req.path]));
        return [await world.send(server), await world.send(server)];
      },
    },
    [`${way}: a listener for one request`]: {
      async run(world) {
        const { server } = await warm(world);
        server.prependOnceListener('request', (req: any, res: any) => world.note(looks(req, res)));
        return [await world.send(server), await world.send(server)];
      },
    },
    [`${way}: a wrapper of app.handle assigns to a getter`]: {
      async run(world) {
        const app = world.framework();
        app.get('/', (req: any, res: any) => res.send(`${req.ip} ${req.path} ${req.protocol}`));
        const { handle } = app;
        app.handle = function (this: unknown, req: any, ...rest: any[]) {
          world.note(looks(req, rest[0]));
          req.ip = '10.0.0.1';
          req.protocol = 'gopher';
          return handle.call(this, req, ...rest);
        };
        const server = await world.listen(serverOf(app));
        return [await warmUp(world, server), await world.send(server)];
      },
    },
    [`${way}: app.handle is wrapped later`]: {
      async run(world) {
        const { app, server } = await warm(world);
        const { handle } = app;
        app.handle = function (this: unknown, req: any, ...rest: any[]) {
          world.note(looks(req, rest[0]));
          return handle.call(this, req, ...rest);
        };
        return [await world.send(server), await world.send(server)];
      },
    },
    [`${way}: checkContinue`]: {
      async run(world) {
        const { app, server } = await warm(world);
        server.on('checkContinue', (req: any, res: any) => {
          world.note(looks(req, res));
          res.writeContinue();
          app(req, res);
        });
        return world.send(
          server,
          'GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
        );
      },
    },
    [`${way}: checkExpectation`]: {
      async run(world) {
        const { server } = await warm(world);
        server.on('checkExpectation', (req: any, res: any) => {
          world.note(looks(req, res));
          res.statusCode = 417;
          res.end('never');
        });
        return world.send(
          server,
          'GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
        );
      },
    },
    [`${way}: a subscriber of Node's diagnostics channels`]: {
      async run(world) {
        const { server } = await warm(world);
        const onStart = ({ request, response }: any): void => world.note(looks(request, response));
        diagnostics.subscribe('http.server.request.start', onStart);
        try {
          return [await world.send(server), await world.send(server)];
        } finally {
          diagnostics.unsubscribe('http.server.request.start', onStart);
        }
      },
    },
    [`${way}: an upgrade`]: {
      async run(world) {
        const { server } = await warm(world);
        server.on('upgrade', (req: any, socket) => {
          world.note(looks(req));
          req.path = '/mine';
          req.query = {};
          req.params = {};
          world.note(Object.keys(req).includes('path'));
          socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: close\r\n\r\n');
        });
        return world.send(server, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: any\r\n\r\n');
      },
    },
    [`${way}: a tunnel`]: {
      async run(world) {
        const { server } = await warm(world);
        server.on('connect', (req: any, socket) => {
          world.note(looks(req));
          socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n');
        });
        return world.send(server, 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
      },
    },
    [`${way}: properties of the server`]: {
      async run(world) {
        const { server } = await warm(world);
        const names = server.eventNames().filter((name) => typeof name === 'string');
        return {
          emit: Object.hasOwn(server, 'emit'),
          on: Object.hasOwn(server, 'on'),
          keys: Object.keys(server).sort(),
          listeners: names.map((name) => `${name} ${server.listenerCount(name)}`).sort(),
          prototype: Object.getPrototypeOf(server) === http.Server.prototype,
        };
      },
    },
    [`${way}: emit of the server is replaced`]: {
      async run(world) {
        const { server } = await warm(world);
        const { emit } = server;
        server.emit = function (this: http.Server, event: string, ...args: any[]) {
          if (event === 'request') world.note(looks(args[0], args[1]));
          return (emit as any).call(this, event, ...args);
        };
        return [await world.send(server), await world.send(server)];
      },
    },
    [`${way}: emit of all servers is replaced`]: {
      async run(world) {
        const { emit } = http.Server.prototype;
        http.Server.prototype.emit = function (this: http.Server, event: string, ...args: any[]) {
          if (event === 'request') world.note(looks(args[0], args[1]));
          return (emit as any).call(this, event, ...args);
        };
        try {
          const { server } = await warm(world);
          return await world.send(server);
        } finally {
          delete (http.Server.prototype as { emit?: unknown }).emit;
        }
      },
    },
    [`${way}: dropped requests`]: {
      async run(world) {
        const { server } = await warm(world);
        server.maxRequestsPerSocket = 1;
        server.on('dropRequest', (req: any) => {
          world.note(looks(req));
          req.ip = 'mine';
          world.note(req.ip);
        });
        const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
        return (await world.send(server, get + get)).replace(/Keep-Alive: .*\r\n/g, '');
      },
    },
    [`${way}: req.parser is set on a server with an upgrade listener`]: {
      async run(world) {
        const { app, server } = await warm(world);
        app.get('/parser', (req: any, res: any) => {
          req.parser = { mine: true };
          res.send(`${typeof req.get} ${req.path} ${req.parser.mine} ${Object.keys(req).includes('parser')}`);
        });
        server.on('upgrade', (_req, socket) => socket.destroy());
        return [await world.sendBriefly(server, 'GET /parser'), await warmUp(world, server, 'GET /parser')];
      },
    },
    [`${way}: a frozen prototype on a server with an upgrade listener`]: {
      async run(world) {
        const app = application(world);
        Object.freeze(app.request);
        const server = await world.listen(serverOf(app));
        server.on('upgrade', (_req, socket) => socket.destroy());
        return [await world.sendBriefly(server), await warmUp(world, server)];
      },
    },
    [`${way}: own properties of messages in a handler`]: {
      async run(world) {
        const { server } = await warm(world);
        return world.sendBriefly(server, 'GET /keys');
      },
    },
    [`${way}: a prototype is extended late, and replaced`]: {
      async run(world) {
        const { app, server } = await warm(world);
        app.get('/late', (req: any, res: any) => res.send(`${req.late} ${res.late}`));
        app.request.late = 1;
        app.response.late = 2;
        const extended = await world.sendBriefly(server, 'GET /late');
        app.request = Object.create(app.request, { late: { value: 3 } });
        app.response = Object.create(app.response, { late: { value: 4 } });
        return [extended, await world.sendBriefly(server, 'GET /late')];
      },
    },
    [`${way}: the application is called with messages of Node`]: {
      async run(world) {
        const { app } = await warm(world);
        const outer = http.createServer((req: any, res: any) => {
          world.note(looks(req, res));
          app(req, res);
          world.note([typeof req.get, typeof res.send]);
        });
        const server = await world.listen(outer);
        return [await world.send(server), await world.send(server)];
      },
    },
    [`${way}: one server for two applications, one before the other`]: {
      async run(world) {
        const { server } = await warm(world);
        const silent = world.framework();
        silent.use((req: any, res: any) => {
          world.note([req.app === silent, res.app === silent]);
        });
        server.on('request', silent);
        return [await world.send(server), await world.send(server)];
      },
    },
    [`${way}: the application gets a custom router`]: {
      lines: [5],
      async run(world) {
        const { app, server } = await warm(world);
        const handle = (req: any, res: any) => {
          world.note([
            'params' in req,
            'next' in req,
            'baseUrl' in req,
            '_parsedUrl' in req,
            typeof res.send,
          ]);
          res.end('mine');
        };
        Object.defineProperty(app, 'router', { configurable: true, value: { handle } });
        return [await world.send(server), await world.send(server)];
      },
    },
    [`${way}: a connection event is emitted by the user`]: {
      async run(world) {
        const { server } = await warm(world);
        const front = net.createServer((socket) => server.emit('connection', socket));
        await new Promise<void>((resolve) => front.listen(0, resolve));
        try {
          return await world.send({ address: () => front.address() as AddressInfo } as http.Server);
        } finally {
          front.close();
        }
      },
    },
  } satisfies Attacks);
}

export const servers: Attacks = attacks;
