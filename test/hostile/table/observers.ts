/** Programs that wrap or watch Node's own methods: they see the calls that they see with Express. */
import crypto from 'node:crypto';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import stream from 'node:stream';
import { inspect } from 'node:util';
import { type Attacks, type World, warmUp } from '../attack.js';

type Note = (event: unknown) => void;

/** Owners of methods, and those that are wrapped. */
const OWNERS: Record<string, { owner: any; members: readonly string[] }> = {
  'OutgoingMessage.prototype': {
    owner: http.OutgoingMessage.prototype,
    members: [
      '_flush',
      '_flushOutput',
      '_finish',
      'cork',
      'uncork',
      'flushHeaders',
      'removeHeader',
      'destroy',
    ],
  },
  'ServerResponse.prototype': {
    owner: http.ServerResponse.prototype,
    members: ['assignSocket', 'detachSocket', '_finish', 'writeHead', 'emit', 'on'],
  },
  'IncomingMessage.prototype': {
    owner: http.IncomingMessage.prototype,
    members: ['_addHeaderLine', '_addHeaderLines', '_read', '_destroy', '_dump', 'on', 'emit', 'resume'],
  },
  'EventEmitter.prototype': {
    owner: EventEmitter.prototype,
    members: [
      'on',
      'addListener',
      'once',
      'prependListener',
      'removeListener',
      'off',
      'emit',
      'listenerCount',
    ],
  },
  'Readable.prototype': {
    owner: stream.Readable.prototype,
    members: ['on', 'removeListener', 'unpipe', 'resume', 'pause', 'pipe', 'read', 'destroy', 'push'],
  },
  'Duplex.prototype': { owner: stream.Duplex.prototype, members: ['write', 'cork', 'uncork', 'end', 'on'] },
  'Socket.prototype': {
    owner: net.Socket.prototype,
    members: [
      '_write',
      '_writev',
      '_writeGeneric',
      'write',
      'cork',
      'uncork',
      'on',
      'emit',
      'removeListener',
    ],
  },
};

/** Methods of the connection itself, which a middleware wraps. */
const OF_SOCKET = [
  '_write',
  '_writev',
  'write',
  'cork',
  'uncork',
  'on',
  'once',
  'removeListener',
  'emit',
  'end',
];
/** Methods of the messages themselves, which a middleware wraps. */
const OF_RESPONSE = [
  'on',
  'once',
  'emit',
  'removeListener',
  'listenerCount',
  '_send',
  '_finish',
  'assignSocket',
];
const OF_REQUEST = ['on', 'emit', 'removeListener', 'listenerCount', 'unpipe', 'resume', '_read', 'push'];

/** What calls the method, if it belongs to a server. */
function nameOf(one: any): string | null {
  if (one instanceof http.IncomingMessage) return looksOf(one, http.IncomingMessage);
  if (one instanceof http.ServerResponse) return looksOf(one, http.ServerResponse);
  return one instanceof net.Socket && (one as any).server instanceof http.Server ? 'Socket' : null;
}

function looksOf(message: object, Class: { prototype: object; name: string }): string {
  return `${Object.getPrototypeOf(message) === Class.prototype ? 'plain' : 'changed'} ${Class.name}`;
}

function describeArgument(value: unknown): unknown {
  if (typeof value === 'string') return value.length < 20 ? value : sizeOf(value);
  if (Buffer.isBuffer(value)) return sizeOf(value);
  if (typeof value === 'function') return `function ${value.name}`;
  if (Array.isArray(value)) return value.map((one) => describeArgument(one?.chunk ?? one));
  return nameOf(value) ?? typeof value;
}

/** Without the name of the framework and the date. */
function sizeOf(data: string | Buffer): string {
  const text = String(data)
    .replace(/X-Powered-By: \w+\r\n/g, '')
    .replace(/Date: .*\r\n/g, '');
  return `${typeof data} of ${text.length}`;
}

function wrap(owner: any, member: string, note: Note): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, member);
  const original = owner[member];
  if (typeof original !== 'function') return () => {};
  owner[member] = function (this: unknown, ...args: any[]): unknown {
    const name = nameOf(this);
    if (name !== null) note([name, member, ...args.map(describeArgument)]);
    return Reflect.apply(original, this, args);
  };
  return () => {
    if (own) Object.defineProperty(owner, member, own);
    else delete owner[member];
  };
}

const REQUESTS = [
  'GET /',
  'GET /json',
  'HEAD /json',
  'GET /long',
  'GET /redirect',
  'GET /status',
  'GET /stream',
  'GET /none',
  'GET /error',
  'GET /digits.txt',
  'GET /30k.txt',
  'GET /sent',
];

function createApp(
  world: World,
  middleware?: (req: any, res: any) => void,
): { app: any; ended(): Promise<unknown> } {
  fs.writeFileSync(path.join(world.folder, 'digits.txt'), '0123456789');
  fs.writeFileSync(path.join(world.folder, '30k.txt'), 'x'.repeat(30_000));
  const app = world.framework();
  app.use((req: any, res: any, next: any) => {
    middleware?.(req, res);
    next();
  });
  app.get('/', (_req: any, res: any) => res.send('hello'));
  app.get('/json', (_req: any, res: any) => res.json({ hello: 'world' }));
  app.get('/long', (_req: any, res: any) => res.send('x'.repeat(20_000)));
  app.get('/redirect', (_req: any, res: any) => res.redirect('/'));
  app.get('/status', (_req: any, res: any) => (res.sendStatus ? res.sendStatus(202) : res.send(202)));
  app.get('/stream', (_req: any, res: any) => {
    res.write('a');
    res.end('b');
  });
  app.get('/sent', (_req: any, res: any) =>
    res.sendFile ? res.sendFile('digits.txt', { root: world.folder }) : res.send('no'),
  );
  app.get('/error', (_req: any, _res: any, next: any) => next(new Error('no')));
  app.use(world.framework.static(world.folder));
  return {
    app,
    ended: async () => {
      for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    },
  };
}

async function sendAll(world: World, server: http.Server, ended: () => Promise<unknown>): Promise<void> {
  for (const request of REQUESTS) {
    world.note(request);
    await world.send(server, request);
    await ended();
  }
  world.note('pipelined');
  const get = (close: string) => `GET /json HTTP/1.1\r\nHost: x\r\nConnection: ${close}\r\n\r\n`;
  await world.send(server, get('keep-alive') + get('keep-alive') + get('close'));
  await ended();
}

const attacks: Attacks = {};
for (const [name, { owner, members }] of Object.entries(OWNERS)) {
  // One process for all, because each takes seconds.
  attacks[`observers: methods of ${name} are wrapped before the framework is loaded`] = {
    lines: [5, 4],
    before({ note }) {
      for (const member of members) wrap(owner, member, note);
    },
    async run(world) {
      const { app, ended } = createApp(world);
      const server = await world.listen(app);
      await sendAll(world, server, ended);
      await sendAll(world, server, ended);
    },
  };
  for (const member of members) {
    attacks[`observers: ${name}.${member} is wrapped later`] = {
      lines: [5, 4],
      async run(world) {
        const { app, ended } = createApp(world);
        const server = await world.listen(app);
        await warmUp(world, server);
        await ended();
        const unwrap = wrap(owner, member, world.note);
        try {
          await sendAll(world, server, ended);
          await sendAll(world, server, ended);
        } finally {
          unwrap();
        }
      },
    };
  }
}

const OWN: Record<string, { members: readonly string[]; of(req: any, res: any): any }> = {
  socket: { members: OF_SOCKET, of: (req) => req.socket },
  response: { members: OF_RESPONSE, of: (_req, res) => res },
  request: { members: OF_REQUEST, of: (req) => req },
};
for (const [name, { members, of }] of Object.entries(OWN)) {
  for (const member of members) {
    attacks[`observers: ${member} of the ${name} is wrapped by a middleware`] = {
      lines: [5, 4],
      async run(world) {
        const { app, ended } = createApp(world, (req, res) => void wrap(of(req, res), member, world.note));
        const server = await world.listen(app);
        await sendAll(world, server, ended);
        await sendAll(world, server, ended);
      },
    };
  }
}

/** Functions of Node that one of the frameworks calls for tags and files. */
const FUNCTIONS: readonly [object: any, member: string][] = [
  [fs, 'fstatSync'],
  [fs, 'closeSync'],
  [crypto, 'hash'],
  [crypto, 'createHash'],
  [crypto.Hash.prototype, 'update'],
  [crypto.Hash.prototype, 'digest'],
];

/** Notes the calls of functions that belong to no connection. */
function count(owner: any, member: string, note: Note): () => void {
  const original = owner[member];
  if (original === undefined) return () => {};
  owner[member] = function (this: unknown, ...args: any[]): unknown {
    note([member, ...args.map((one) => (typeof one === 'object' ? 'object' : String(one).slice(0, 10)))]);
    return new.target ? Reflect.construct(original, args) : Reflect.apply(original, this, args);
  };
  return () => {
    owner[member] = original;
  };
}

for (const [owner, member] of FUNCTIONS) {
  const run = async (world: World): Promise<unknown> => {
    const { app, ended } = createApp(world);
    app.get('/bytes', (_req: any, res: any) => res.send(Buffer.from('hello')));
    app.get('/caf\u00e9', (_req: any, res: any) => res.send('caf\u00e9'.repeat(300)));
    const server = await world.listen(app);
    await sendAll(world, server, ended);
    await warmUp(world, server, 'GET /bytes');
    return warmUp(world, server, 'GET /caf%C3%A9');
  };
  attacks[`observers: ${member} is wrapped before the framework is loaded`] = {
    lines: [5, 4],
    before: ({ note }) => void count(owner, member, note),
    run,
  };
  attacks[`observers: ${member} is wrapped later`] = {
    lines: [5, 4],
    async run(world) {
      const restore = count(owner, member, world.note);
      try {
        return await run(world);
      } finally {
        restore();
      }
    },
  };
}

attacks['observers: a response is written to a stream of others'] = {
  lines: [5, 4],
  async run(world) {
    const { app } = createApp(world);
    const server = await world.listen(app);
    await warmUp(world, server);
    for (const url of ['/', '/json', '/none', '/redirect', '/digits.txt']) {
      const req: any = Object.assign(new http.IncomingMessage(new net.Socket()), { method: 'GET', url });
      req.push(null);
      const res = new http.ServerResponse(req);
      const through = new stream.PassThrough();
      through.on('data', (chunk) => world.note(describeArgument(chunk)));
      res.assignSocket(through as any);
      const finished = new Promise((resolve) => res.on('finish', resolve));
      app(req, res);
      await finished;
    }
  },
};
for (const events of [['drain'], ['drain', 'finish', 'close'], ['drain', 'pipe', 'unpipe']])
  attacks[`observers: the state of a response after ${events}`] = {
    lines: [5, 4],
    async run(world) {
      const states = (res: any) => [
        res.writableEnded,
        res.finished,
        res.writableFinished,
        res.writableLength > 0,
      ];
      const { app, ended } = createApp(world, (_req, res) => {
        for (const event of events) {
          res.on(event, () => {
            world.note([event, ...states(res)]);
            process.nextTick(() => world.note([event, 'tick', ...states(res)]));
            setImmediate(() => world.note([event, 'immediate', ...states(res)]));
          });
        }
      });
      const server = await world.listen(app);
      await sendAll(world, server, ended);
      await sendAll(world, server, ended);
    },
  };
for (const name of ['request', 'response']) {
  for (const value of [undefined, null, {}, 1]) {
    attacks[`observers: app.${name} is ${String(value)}`] = {
      lines: [5, 4],
      isolated: true,
      async run(world) {
        const { app } = createApp(world);
        const server = await world.listen(app);
        const seen = [await world.send(server)];
        app[name] = value;
        // Nobody responds after an uncaught error.
        const close = (): void => server.closeAllConnections();
        process.on('uncaughtException', close);
        try {
          return [...seen, await world.send(server), await world.send(server, 'GET /none')];
        } finally {
          process.removeListener('uncaughtException', close);
        }
      },
    };
  }
}
// How often such an accessor is read is another matter: see docs/differences.md.
for (const [name, Class] of [
  ['request', http.IncomingMessage],
  ['response', http.ServerResponse],
] as const) {
  for (const member of ['on', 'emit', name === 'request' ? '_addHeaderLines' : '_flush']) {
    attacks[`observers: app.${name}.${member} is an accessor that returns Node's function`] = {
      lines: [5, 4],
      async run(world) {
        const { app } = createApp(world);
        const server = await world.listen(app);
        await warmUp(world, server);
        Object.defineProperty(app[name], member, {
          configurable: true,
          get: () => (Class.prototype as any)[member],
        });
        return [await world.send(server), await world.send(server, 'GET /none')];
      },
    };
  }
}

attacks['observers: messages are printed'] = {
  async run(world) {
    const show = (message: any): void => {
      const shown = `${inspect(message, { depth: 0 })}\n${inspect(message._events)}\n${inspect(message.next)}`;
      // Without heads, the count of listeners (see docs/differences.md), and what on-finished leaves behind.
      for (const line of shown.split('\n'))
        if (!/\\r\\n|_eventsCount|__onFinished/.test(line)) world.note(line);
    };
    const { app, ended } = createApp(world, (req, res) => {
      show(res);
      show(req);
      req.on('close', () => setImmediate(() => [req, res].map(show)));
    });
    const server = await world.listen(app);
    await sendAll(world, server, ended);
    await sendAll(world, server, ended);
  },
};

export const observers: Attacks = attacks;
