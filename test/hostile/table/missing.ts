/** Programs that observe a request and its response during and after a 404. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import http from 'node:http';
import { createRequire } from 'node:module';
import net, { type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { inspect } from 'node:util';
import { afterTurns } from '../../support/patience.js';
import type { Attack, Attacks, World } from '../attack.js';

const require = createRequire(import.meta.url);
const onFinished = require('on-finished');
const onHeaders = require('on-headers');
const { connect } = net;

const REQUESTS = [
  'GET /none',
  'GET /none?a=b',
  'GET /none/with%20space/<b>',
  'HEAD /none',
  'POST /none',
  'GET http://host/none',
  'GET /none HTTP/1.0\r\n\r\n',
  'GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello',
  'GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n',
  'GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\nGET /c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
];

/** Runs `around` for requests that no handler responds to. */
function notFound(
  around: (req: any, res: any, next: () => void, world: World) => void,
  requests: readonly string[] = REQUESTS,
): Attack {
  return {
    async run(world) {
      const seen: string[] = [];
      for (const serve of [(app: any) => app, (app: any) => http.createServer(app)]) {
        const app = world.framework();
        app.use((req: any, res: any, next: any) => around(req, res, next, world));
        // With another layer after it, the 404 begins within `next`.
        app.use('/never', () => {});
        const server = await world.listen(serve(app));
        for (const request of requests) seen.push(await world.send(server, request));
      }
      return seen;
    },
  };
}

/** Records events of both messages, and the state of the response at that time. */
function watch(req: any, res: any, { note }: World): void {
  const state = () => [res.statusCode, res.statusMessage, res.headersSent, res.writableEnded];
  for (const event of ['end', 'close', 'error', 'aborted', 'pause', 'resume'])
    req.on(event, () => note(['req', event, ...state()]));
  for (const event of ['finish', 'close', 'error', 'prefinish'])
    res.on(event, () => note(['res', event, ...state()]));
}

/** A client that sends a request and destroys its connection on demand. */
async function leaveEarly(
  world: World,
  around: (req: any, res: any, next: () => void, leave: () => void) => void,
): Promise<void> {
  const app = world.framework();
  let closed: () => void;
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  let socket: net.Socket;
  app.use((req: any, res: any, next: any) => {
    req.socket.on('close', () => {
      world.note('socket close');
      setImmediate(closed);
    });
    around(req, res, next, () => socket.destroy());
  });
  app.use('/never', () => {});
  const server = await world.listen(app);
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /none HTTP/1.1\r\nHost: x\r\n\r\n');
  await isClosed;
}

export const missing: Attacks = {
  'timeouts of a request without a handler': {
    async run(world) {
      const app = world.framework();
      app.use((req: any, res: any, next: any) => {
        req.setTimeout(10, () => world.note('req timeout'));
        res.setTimeout(20, () => {
          world.note('res timeout');
          next();
        });
      });
      app.use('/never', () => {});
      const server = await world.listen(app);
      return [await world.send(server), await world.send(server, 'HEAD /a')];
    },
  },
  'a 404 in a mounted application': {
    async run(world) {
      const app = world.framework();
      const inner = world.framework();
      inner.disable('x-powered-by');
      inner.use((req: any, res: any, next: any) => {
        world.note([req.url, req.baseUrl, req.app === inner]);
        res.on('finish', () => world.note([req.url, req.baseUrl, req.originalUrl, req.app === inner]));
        next();
        world.note([req.url, req.app === inner]);
      });
      app.use('/in', inner);
      app.use((req: any, _res: any, next: any) => {
        world.note([req.url, req.app === app]);
        next();
      });
      app.use('/never', () => {});
      const server = await world.listen(app);
      const seen: string[] = [];
      for (let i = 0; i < 12; i++)
        seen.push(await world.send(server, 'GET /in/none?x'), await world.send(server, 'GET /in'));
      return seen;
    },
  },
  'errors with status 404, and a falsy error': {
    async run(world) {
      const app = world.framework();
      app.use((req: any, res: any, next: any) => {
        res.on('finish', () => world.note([res.statusCode, res.statusMessage]));
        next(
          req.url === '/e'
            ? Object.assign(new Error('x'), { status: 404, headers: { 'X-E': '1' } })
            : req.url === '/0'
              ? 0
              : undefined,
        );
      });
      const server = await world.listen(app);
      return [
        await world.send(server, 'GET /e'),
        await world.send(server, 'GET /0'),
        await world.send(server, 'GET /x'),
      ];
    },
  },
  'the state of a 404 when it ends': notFound((req, res, next, world) => {
    watch(req, res, world);
    next();
    world.note(['after', res.statusCode, res.headersSent]);
  }),
  'headers are set after next': notFound((_req, res, next) => {
    res.setHeader('X-Before', 'a');
    res.setHeader('Content-Language', 'de');
    next();
    res.setHeader('X-After', 'b');
    res.setHeader('Content-Encoding', 'gzip');
    res.setHeader('Content-Type', 'text/plain');
    res.status(201);
  }),
  'headers are set in the next tick': notFound((_req, res, next, { note }) => {
    next();
    process.nextTick(() => {
      note(res.headersSent);
      if (!res.headersSent) res.setHeader('X-Tick', 'b');
    });
    Promise.resolve().then(() => {
      note(res.headersSent);
      if (!res.headersSent) res.setHeader('X-Micro', 'b');
    });
    setImmediate(() => note(res.headersSent));
  }),
  'the response is ended after next': notFound((_req, res, next) => {
    next();
    res.end('mine');
  }),
  'the response is written to after next': notFound((_req, res, next) => {
    next();
    res.write('mine');
    setImmediate(() => res.end());
  }),
  'the head is flushed after next': notFound((_req, res, next) => {
    next();
    res.flushHeaders();
    setImmediate(() => res.end());
  }),
  'the method is changed after next': notFound((req, _res, next) => {
    next();
    req.method = 'HEAD';
  }),
  'the url is changed after next': notFound((req, _res, next) => {
    next();
    req.url = '/other';
    req.originalUrl = '/other';
  }),
  'the url is changed before next': notFound((req, _res, next) => {
    req.url = '/other';
    next();
  }),
  'the original url is changed before next': notFound((req, _res, next) => {
    req.originalUrl = '/other';
    next();
  }),
  'the original url is not a string': notFound((req, _res, next) => {
    req.originalUrl = 7;
    next();
  }),
  'the request has no headers': notFound((req, _res, next) => {
    req.headers = undefined;
    next();
  }),
  'the request has no socket': notFound((req, _res, next) => {
    req.socket = undefined;
    next();
  }),
  'next is called twice': notFound((req, res, next, world) => {
    watch(req, res, world);
    next();
    next();
  }),
  'next is called twice, asynchronously': notFound((req, res, next, world) => {
    watch(req, res, world);
    next();
    setImmediate(() => setImmediate(next));
  }),
  'next is called asynchronously': notFound((req, res, next, world) => {
    watch(req, res, world);
    afterTurns(20, next);
  }),
  'next is called in a microtask': notFound((req, res, next, world) => {
    watch(req, res, world);
    Promise.resolve().then(() => next());
  }),
  'next is called when the request has ended': notFound((req, res, next, world) => {
    watch(req, res, world);
    req.on('end', () => next());
    req.resume();
  }),
  'data is read before': notFound((req, res, next, world) => {
    watch(req, res, world);
    req.on('data', (chunk: any) => world.note(String(chunk)));
    next();
  }),
  'a readable listener is added before': notFound((req, res, next, world) => {
    req.on('readable', () => {
      world.note(['readable', req.readableLength]);
      req.read();
    });
    watch(req, res, world);
    next();
  }),
  'the request is paused, and resumed later': notFound((req, res, next, world) => {
    watch(req, res, world);
    next();
    req.pause();
    world.note(['paused', req.isPaused(), req.readableFlowing]);
    afterTurns(20, () => req.resume());
  }),
  'the request is paused before': notFound((req, res, next, world) => {
    watch(req, res, world);
    req.pause();
    next();
    world.note(['paused', req.isPaused(), req.readableFlowing]);
  }),
  'the request is piped': notFound((req, res, next, world) => {
    watch(req, res, world);
    const to = new PassThrough();
    to.on('unpipe', () => world.note('unpiped'));
    req.pipe(to);
    next();
  }),
  'the request is destroyed after next': notFound((req, res, next, world) => {
    watch(req, res, world);
    next();
    req.destroy();
  }),
  'the request is destroyed with an error after next': notFound((req, res, next, world) => {
    watch(req, res, world);
    next();
    req.destroy(new Error('mine'));
  }),
  'the request is destroyed before next': notFound((req, res, next, world) => {
    watch(req, res, world);
    req.destroy();
    next();
  }),
  'the request is destroyed after next, with few listeners': notFound((req, res, next, { note }) => {
    res.on('close', () => note([res.statusCode, res.headersSent, res.writableEnded]));
    next();
    req.destroy();
    setImmediate(() => note([res.statusCode, res.headersSent, res.writableEnded]));
  }),
  'the socket is destroyed after next': notFound((req, res, next, world) => {
    watch(req, res, world);
    next();
    req.socket.destroy();
  }),
  'the socket is destroyed with an error after next': notFound((req, res, next, world) => {
    watch(req, res, world);
    next();
    req.socket.destroy(new Error('mine'));
  }),
  'the socket is ended after next': notFound((req, res, next, world) => {
    watch(req, res, world);
    next();
    req.socket.end();
  }),
  'the response is destroyed after next': notFound((req, res, next, world) => {
    watch(req, res, world);
    next();
    res.destroy();
  }),
  'the response is detached from its socket after next': notFound(
    (req, res, next, world) => {
      watch(req, res, world);
      next();
      const { socket } = res;
      res.detachSocket(socket);
      afterTurns(20, () => socket.destroy());
    },
    ['GET /none'],
  ),
  'on-finished of the request before': notFound((req, res, next, { note }) => {
    onFinished(req, () => note(['finished', res.headersSent]));
    req.on('end', () => note(['end', res.headersSent]));
    next();
  }),
  'on-finished of the request after': notFound((req, res, next, { note }) => {
    req.on('end', () => note(['end before', res.headersSent]));
    next();
    req.on('end', () => note(['end after', res.headersSent]));
    onFinished(req, () => note(['finished', res.headersSent]));
  }),
  'on-finished of the request after, with a listener between': notFound((req, res, next, { note }) => {
    next();
    onFinished(req, () => note(['finished', res.headersSent]));
    req.on('end', () => note(['end after', res.headersSent]));
  }),
  'on-finished of the response': notFound((_req, res, next, { note }) => {
    onFinished(res, (error: any) => note(['finished', error, res.statusCode, Object.keys(res.getHeaders())]));
    next();
  }),
  'on-headers': notFound((_req, res, next, { note }) => {
    onHeaders(res, function (this: any) {
      note([this.statusCode, this.statusMessage, Object.keys(this.getHeaders())]);
      this.setHeader('X-Late', '1');
      this.removeHeader('Content-Security-Policy');
    });
    next();
  }),
  'on-headers after next': notFound((_req, res, next, { note }) => {
    next();
    onHeaders(res, function (this: any) {
      note([this.statusCode, this.statusMessage, Object.keys(this.getHeaders())]);
      this.setHeader('X-Late', '1');
    });
  }),
  'events are emitted on the request': notFound((req, res, next, { note }) => {
    next();
    note(res.headersSent);
    req.emit('end');
    note(res.headersSent);
  }),
  'a newListener listener': notFound((req, _res, next, { note }) => {
    req.on('newListener', (name: string) => note(['new', name]));
    req.on('removeListener', (name: string) => note(['removed', name]));
    next();
  }),
  'the async store in which a 404 is written': {
    async run(world) {
      const storage = new AsyncLocalStorage();
      const app = world.framework();
      app.use((_req: any, res: any, next: any) => {
        for (const event of ['prefinish', 'finish', 'close'])
          res.on(event, () => world.note([event, storage.getStore()]));
        onHeaders(res, () => world.note(['headers', storage.getStore()]));
        next();
      });
      app.use('/resumed', (req: any, _res: any, next: any) => {
        storage.run('outer', () => req.resume());
        next();
      });
      app.use('/read', (req: any, _res: any, next: any) => {
        storage.run('outer', () => req.on('data', () => {}));
        next();
      });
      app.use('/late', (_req: any, _res: any, next: any) => {
        storage.run('late', () => setImmediate(next));
      });
      app.use((_req: any, _res: any, next: any) => storage.run('inner', next));
      app.use('/never', () => {});
      const server = await world.listen(app);
      const seen: string[] = [];
      for (const path of ['/', '/resumed', '/read', '/late'])
        seen.push(await world.send(server, `GET ${path}`));
      return seen;
    },
  },
  'the async store in which a 404 finishes': {
    async run(world) {
      const storage = new AsyncLocalStorage();
      const app = world.framework();
      app.use((req: any, res: any, next: any) => {
        for (const event of ['finish', 'close']) res.on(event, () => world.note([event, storage.getStore()]));
        req.on('end', () => world.note(['end', storage.getStore()]));
        next();
      });
      app.use('/resumed', (req: any, _res: any, next: any) => {
        storage.run('outer', () => req.resume());
        next();
      });
      app.use((_req: any, _res: any, next: any) => storage.run('inner', next));
      app.use('/never', () => {});
      const server = await world.listen(app);
      const seen: string[] = [];
      for (const path of ['/', '/resumed']) seen.push(await world.send(server, `GET ${path}`));
      return seen;
    },
  },
  'a client that leaves while the request is paused': {
    async run(world) {
      await leaveEarly(world, (req, res, next, leave) => {
        watch(req, res, world);
        next();
        req.pause();
        leave();
      });
    },
  },
  'a client that leaves while a request without listeners is paused': {
    async run(world) {
      await leaveEarly(world, (req, res, next, leave) => {
        const look = () => world.note([res.statusCode, res.headersSent, res.writableEnded]);
        res.on('close', look);
        next();
        req.pause();
        req.socket.on('close', () => process.nextTick(look));
        leave();
      });
    },
  },
  'a request without listeners is destroyed while it is paused': notFound((req, res, next, { note }) => {
    const look = () => note([res.statusCode, res.headersSent, res.writableEnded]);
    res.on('close', look);
    next();
    req.pause();
    setImmediate(() => {
      look();
      req.destroy();
      req.socket.on('close', () => process.nextTick(look));
    });
  }),
  'the socket of a request without listeners is destroyed while it is paused': notFound(
    (req, res, next, { note }) => {
      const look = () => note([res.statusCode, res.headersSent, res.writableEnded]);
      res.on('close', look);
      next();
      req.pause();
      setImmediate(() => {
        req.socket.destroy(new Error('mine'));
        req.socket.on('close', () => process.nextTick(look));
      });
    },
  ),
  'a request without listeners is destroyed with an error': notFound((req, res, next, { note }) => {
    const look = () => note([res.statusCode, res.headersSent, res.writableEnded]);
    res.on('close', look);
    res.on('prefinish', () => note('prefinish'));
    req.socket.on('close', () => {
      note('socket close');
      process.nextTick(look);
    });
    next();
    req.destroy(new Error('mine'));
  }),
  'a request without listeners is resumed elsewhere': {
    async run(world) {
      const storage = new AsyncLocalStorage();
      const app = world.framework();
      app.use((req: any, res: any, next: any) => {
        for (const event of ['finish', 'close']) res.on(event, () => world.note([event, storage.getStore()]));
        storage.run('inner', next);
        storage.run('outer', () => req.resume());
      });
      app.use('/never', () => {});
      const server = await world.listen(app);
      return await world.send(server);
    },
  },
  'a client that leaves before next': {
    async run(world) {
      await leaveEarly(world, (req, res, next, leave) => {
        watch(req, res, world);
        leave();
        req.on('close', next);
      });
    },
  },
  'a client that leaves immediately': {
    async run(world) {
      await leaveEarly(world, (req, res, next, leave) => {
        watch(req, res, world);
        leave();
        next();
      });
    },
  },
  'hundreds of 404s on one connection': {
    async run(world) {
      const warnings: unknown[] = [];
      const onWarning = (warning: unknown) => warnings.push(String(warning));
      process.on('warning', onWarning);
      const app = world.framework();
      const counts = new Set<string>();
      app.use((req: any, _res: any, next: any) => {
        const { socket } = req;
        counts.add(
          socket
            .eventNames()
            .map((name: any) => `${String(name)} ${socket.listenerCount(name)}`)
            .join(),
        );
        next();
      });
      const server = await world.listen(app);
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      const one = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
      for (let i = 0; i < 500; i++) socket.write(one(`/${i}`));
      socket.write(one('/last', 'Connection: close\r\n'));
      await once(socket, 'close');
      process.off('warning', onWarning);
      return [warnings, [...counts], text.match(/Cannot GET [^<\n]*/g)];
    },
  },
  'the headers of a response when inspected': notFound(
    (_req, res, next, { note }) => {
      const symbol = Object.getOwnPropertySymbols(res).find((one) => one.description === 'kOutHeaders')!;
      res.setHeader('X-Set', 1);
      note(inspect(res[symbol]).replace('Maglev', 'Express'));
      next();
    },
    ['GET /none'],
  ),
};
