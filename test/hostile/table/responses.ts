/** Wrappers of the functions that send a response: each sees the same calls and arguments as on Express. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Attack, Attacks, World } from '../attack.js';

const onHeaders = createRequire(import.meta.url)('on-headers');

/** The ways in which an answer leaves, by path. */
function application({ framework, folder }: World, wrap: (req: any, res: any) => void): any {
  const app = framework();
  fs.writeFileSync(path.join(folder, 'small.txt'), 'hello');
  app.use((req: any, res: any, next: any) => {
    wrap(req, res);
    next();
  });
  app.get('/text', (_req: any, res: any) => res.send('hello'));
  app.get('/json', (_req: any, res: any) => res.json({ hello: true }));
  app.get('/status', (_req: any, res: any) => (res.sendStatus ?? res.send).call(res, 404));
  app.get('/redirect', (_req: any, res: any) => res.redirect('/there'));
  app.get('/end', (_req: any, res: any) => res.end('hello'));
  app.get('/buffer', (_req: any, res: any) => res.send(Buffer.from('hello')));
  app.get('/error', (_req: any, _res: any, next: any) =>
    next(Object.assign(new Error('x'), { status: 418 })),
  );
  app.use('/files', framework.static(folder));
  return app;
}

const PATHS = [
  '/text',
  '/json',
  '/status',
  '/redirect',
  '/end',
  '/buffer',
  '/error',
  '/files/small.txt',
  '/none',
];

function sending(wrap: (req: any, res: any, world: World) => void): Attack['run'] {
  return async (world) => {
    const server = await world.listen(application(world, (req, res) => wrap(req, res, world)));
    const seen: string[] = [];
    for (const path of PATHS) seen.push(await world.send(server, `GET ${path}`));
    for (const path of PATHS.slice(0, 4)) seen.push(await world.send(server, `HEAD ${path}`));
    return seen.map((response) => response.replace(/(ETag|Last-Modified): .*\r\n/g, ''));
  };
}

function arguments_(args: readonly unknown[]): unknown[] {
  return args.map((one) => {
    if (typeof one === 'function') return 'function';
    // File dates differ, because the two sides wrote the files at different times.
    if (typeof one === 'string' && /^W\/"\w+-1\w{10}"$|GMT$/.test(one)) return 'time';
    return Buffer.isBuffer(one) ? `bytes ${one}` : one;
  });
}

function upperCase(chunk: any): any {
  if (typeof chunk === 'string') return chunk.toUpperCase();
  return Buffer.isBuffer(chunk) ? Buffer.from(String(chunk).toUpperCase()) : chunk;
}

const attacks: Attacks = {
  'members of the response are accessors': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      app.use((req: any, res: any, next: any) => {
        const name = req.url.split('/')[2];
        let value = res[name];
        Object.defineProperty(res, name, {
          configurable: true,
          get: () => value,
          set(given) {
            world.note([name, given]);
            value = given;
          },
        });
        next();
      });
      app.get('/text/:name', (_req: any, res: any) => res.send('x'));
      app.get('/json/:name', (_req: any, res: any) => res.json({}));
      const server = await world.listen(app);
      const seen: string[] = [];
      for (const folder of ['text', 'json', 'none'])
        for (const name of [
          'statusCode',
          'statusMessage',
          'sendDate',
          'shouldKeepAlive',
          '_hasBody',
          'finished',
        ])
          seen.push(await world.send(server, `GET /${folder}/${name}`));
      return seen;
    },
  },
  'a custom ETag function, and readers of the setting': {
    async run(world) {
      const app = application(world, () => {});
      app.set('etag', (body: any, encoding: any) => `"${Buffer.isBuffer(body)}-${body.length}-${encoding}"`);
      const { get } = app;
      app.get = function (this: unknown, ...args: any[]) {
        if (args.length === 1) world.note(args[0]);
        return get.apply(this, args);
      };
      const server = await world.listen(app);
      return [await world.send(server, 'GET /text'), await world.send(server, 'GET /json')];
    },
  },
  'settings are read by set, enabled and app.settings': {
    async run(world) {
      const app = application(world, () => {});
      const server = await world.listen(app);
      const seen = [await world.send(server, 'GET /json')];
      for (const member of ['set', 'enabled']) {
        const original = app[member];
        app[member] = function (this: unknown, ...args: any[]) {
          world.note([member, args[0]]);
          return original.apply(this, args);
        };
        seen.push(await world.send(server, 'GET /json'), await world.send(server, 'GET /none'));
        app[member] = original;
      }
      const read = (name: string, value: unknown) => {
        Object.defineProperty(app.settings, name, {
          configurable: true,
          get: () => {
            world.note(name);
            return value;
          },
        });
      };
      read('json spaces', 2);
      read('x-powered-by', false);
      seen.push(await world.send(server, 'GET /json'));
      app.settings = Object.assign(Object.create(app.settings), { 'json spaces': 4 });
      return [...seen, await world.send(server, 'GET /json')];
    },
  },
  'end is wrapped by the request that it ends': {
    run: sending((_req, res) => {
      const { end } = res;
      res.end = function (chunk: any, ...rest: any[]) {
        return end.call(this, upperCase(chunk), ...rest);
      };
    }),
  },
  'end is wrapped while the headers are written': {
    run: sending((_req, res) => {
      const { writeHead } = res;
      res.writeHead = function (...args: any[]) {
        const { end } = this;
        this.end = function (chunk: any, ...rest: any[]) {
          return end.call(this, upperCase(chunk), ...rest);
        };
        return writeHead.apply(this, args);
      };
    }),
  },
  'write is wrapped while the headers are written': {
    run: sending((_req, res, { note }) => {
      const { writeHead } = res;
      res.writeHead = function (...args: any[]) {
        const { write } = this;
        this.write = function (...written: any[]) {
          note(['write', ...arguments_(written)]);
          return write.apply(this, written);
        };
        return writeHead.apply(this, args);
      };
    }),
  },
  'emit of the response is wrapped while the headers are written': {
    run: sending((_req, res, { note }) => {
      const { writeHead } = res;
      res.writeHead = function (...args: any[]) {
        const { emit } = this;
        this.emit = function (event: string, ...rest: any[]) {
          // maglev does not pipe a small file. A wrapper installed before the pipe would start can see that.
          if (event !== 'unpipe') note(event);
          return emit.call(this, event, ...rest);
        };
        return writeHead.apply(this, args);
      };
    }),
  },
  'the socket is wrapped while the headers are written': {
    run: sending((req, res, { note }) => {
      const { writeHead } = res;
      res.writeHead = function (...args: any[]) {
        const { socket } = req;
        const { end } = socket;
        socket.end = function (...rest: any[]) {
          note('socket ended');
          return end.apply(this, rest);
        };
        return writeHead.apply(this, args);
      };
    }),
  },
};

/** Wraps each member on the response itself, and records its arguments. */
for (const member of [
  'setHeader',
  'getHeader',
  'removeHeader',
  'writeHead',
  'end',
  'write',
  'set',
  'get',
  'send',
  'json',
  'type',
  'status',
  'header',
  'flushHeaders',
  '_implicitHeader',
  'location',
  'format',
  'vary',
]) {
  // The send of Express 3 reads headers in another order.
  const lines: Attack['lines'] = member === 'getHeader' ? [5, 4] : [5, 4, 3];
  attacks[`res.${member} is wrapped`] = {
    lines,
    run: sending((_req, res, { note }) => {
      const original = res[member];
      if (typeof original !== 'function') return;
      res[member] = function (...args: any[]) {
        note([member, ...arguments_(args)].map((one) => (one === 'Maglev' ? 'Express' : one)));
        return original.apply(this, args);
      };
    }),
  };
  attacks[`app.response.${member} is replaced`] = {
    lines,
    async run(world) {
      const app = application(world, () => {});
      const original = app.response[member];
      if (typeof original === 'function')
        app.response[member] = function (...args: any[]) {
          world.note([member, ...arguments_(args)].map((one) => (one === 'Maglev' ? 'Express' : one)));
          return original.apply(this, args);
        };
      const server = await world.listen(app);
      const seen: string[] = [];
      for (const path of PATHS) seen.push(await world.sendBriefly(server, `GET ${path}`));
      return seen;
    },
  };
}

/** What listeners of on-headers do while a head is about to be written. */
const interruptions: Record<string, (res: any, world: World) => void> = {
  'writes, and throws': (res) => {
    res.write('abc');
    throw new Error('expected');
  },
  'sends the head, and throws': (res) => {
    res.flushHeaders();
    throw new Error('expected');
  },
  'ends the response, and throws': (res) => {
    res.end('abc');
    throw new Error('expected');
  },
  'writes to the socket, and throws': (res) => {
    res.socket.write('abc');
    throw new Error('expected');
  },
  writes: (res) => res.write('abc'),
  'sends the head': (res) => res.flushHeaders(),
  throws: () => {
    throw new Error('expected');
  },
  'looks at the state of the response': (res, { note }) => {
    note([res.socket.writableCorked, res.writableCorked, res.writableLength, res._contentLength]);
    note([res.finished, res.writableEnded, res.headersSent]);
  },
};
for (const [name, interrupt] of Object.entries(interruptions)) {
  attacks[`a listener of on-headers: ${name}`] = {
    lines: [5, 4],
    async run(world) {
      const app = application(world, (_req, res) => onHeaders(res, () => interrupt(res, world)));
      const server = await world.listen(app);
      const seen: string[] = [];
      for (let round = 0; round < 8; round++) {
        for (const path of ['/text', '/json', '/redirect', '/end', '/buffer'])
          seen.push(await world.send(server, `GET ${path}`));
      }
      return seen;
    },
  };
}

export const responses: Attacks = attacks;
