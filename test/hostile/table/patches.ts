/** Patches of Node's prototypes, before and after the framework is loaded. */
import http from 'node:http';
import { createRequire } from 'node:module';
import net from 'node:net';
import { Duplex } from 'node:stream';
import { type Attack, type Attacks, type World, warmUp } from '../attack.js';

const require = createRequire(import.meta.url);

const PROTOTYPES: Record<string, any> = {
  'OutgoingMessage.prototype.setHeader': http.OutgoingMessage.prototype,
  'OutgoingMessage.prototype.getHeader': http.OutgoingMessage.prototype,
  'OutgoingMessage.prototype.end': http.OutgoingMessage.prototype,
  'OutgoingMessage.prototype.write': http.OutgoingMessage.prototype,
  'OutgoingMessage.prototype._send': http.OutgoingMessage.prototype,
  'OutgoingMessage.prototype._writeRaw': http.OutgoingMessage.prototype,
  'OutgoingMessage.prototype._storeHeader': http.OutgoingMessage.prototype,
  'ServerResponse.prototype.writeHead': http.ServerResponse.prototype,
  'ServerResponse.prototype._implicitHeader': http.ServerResponse.prototype,
  'ServerResponse.prototype.end': http.ServerResponse.prototype,
  'Socket.prototype.write': net.Socket.prototype,
  'Duplex.prototype.write': Duplex.prototype,
};

/** A wrapper whose source text contains the same words as Node's function. It counts the bytes of bodies. */
function wrap(prototype: any, member: string, note: (word: unknown) => void): () => void {
  const own = Object.getOwnPropertyDescriptor(prototype, member);
  const original = prototype[member];
  prototype[member] = function (this: any, ...args: any[]): unknown {
    // kOutHeaders _implicitHeader _headerSent outputData kErrorMonitor _write(this write_(this
    if (this instanceof http.ServerResponse || this instanceof net.Socket) {
      note([
        member,
        ...args.map((one) => (typeof one === 'string' || Buffer.isBuffer(one) ? sizeOf(one) : typeof one)),
      ]);
    }
    return original.apply(this, args);
  };
  return () => {
    if (own) Object.defineProperty(prototype, member, own);
    else delete prototype[member];
  };
}

/** Excludes the name of the framework and the date from the count. */
function sizeOf(text: string | Buffer): number | string {
  const value = String(text)
    .replace(/X-Powered-By: \w+\r\n/, '')
    .replace(/Date: .*\r\n/, '');
  return value === 'Express' || value === 'Maglev' ? 'name' : value.length;
}

async function sendAll(world: World): Promise<unknown> {
  const app = world.framework();
  app.get('/', (_req: any, res: any) => res.send('hello'));
  app.get('/json', (_req: any, res: any) => res.json({ hello: 'world' }));
  app.get('/redirect', (_req: any, res: any) => res.redirect('/'));
  const server = await world.listen(app);
  const seen = [await world.send(server)];
  for (const path of ['/', '/json', '/redirect', '/none']) seen.push(await world.send(server, `GET ${path}`));
  return [...seen, await warmUp(world, server)];
}

const attacks: Attacks = {};
for (const [name, prototype] of Object.entries(PROTOTYPES)) {
  const member = name.split('.').at(-1)!;
  // Connect, on which Express 3 is built, wraps header functions for the entire process.
  const lines: Attack['lines'] = /[gs]etHeader$/.test(name) ? [5, 4] : [5, 4, 3];
  attacks[`${name} is wrapped before the framework is loaded`] = {
    lines,
    before: ({ note }) => wrap(prototype, member, note),
    run: sendAll,
  };
  attacks[`${name} is wrapped afterwards`] = {
    lines,
    async run(world) {
      const unwrap = wrap(prototype, member, world.note);
      try {
        return await sendAll(world);
      } finally {
        unwrap();
      }
    },
  };
}

/** A middleware changes the cached result of parseurl. */
attacks['the parsed url is changed by a middleware'] = {
  async run(world) {
    const parseurl = require('parseurl');
    const app = world.framework();
    app.use((req: any, _res: any, next: any) => {
      const parsed = parseurl(req);
      if (parsed.pathname === '/a') parsed.pathname = '/b';
      next();
    });
    app.get('/a', (_req: any, res: any) => res.send('a'));
    app.get('/b', (req: any, res: any) => res.send(`b ${req.url} ${req.path}`));
    const server = await world.listen(app);
    return [await world.sendBriefly(server, 'GET /a'), await warmUp(world, server, 'GET /a?x=1')];
  },
};
attacks['the parsed url is changed before a mounted router'] = {
  lines: [5, 4],
  async run(world) {
    const parseurl = require('parseurl');
    const app = world.framework();
    const router = world.framework.Router();
    router.use((req: any, _res: any, next: any) => {
      parseurl(req).pathname = '/b';
      next();
    });
    router.get('/a', (_req: any, res: any) => res.send('a'));
    router.get('/b', (req: any, res: any) => res.send(`b ${req.url} ${req.baseUrl}`));
    app.use('/in', router);
    app.use((req: any, res: any) => res.send(`out ${req.path}`));
    const server = await world.listen(app);
    return [await world.sendBriefly(server, 'GET /in/a'), await warmUp(world, server, 'GET /in/c')];
  },
};
attacks['the parsed url is changed before a router that calls next'] = {
  lines: [5, 4],
  async run(world) {
    const parseurl = require('parseurl');
    const app = world.framework();
    app.get('/b', (req: any, _res: any, next: any) => {
      parseurl(req).pathname = '/b/1';
      next();
    });
    app.use('/:id', world.framework());
    app.get('/:id', (req: any, res: any) => res.send(`id ${req.params.id} ${req.url}`));
    app.get('/:id/:more', (req: any, res: any) => res.send(`more ${req.params.more} ${req.url}`));
    const server = await world.listen(app);
    return [await world.sendBriefly(server, 'GET /b'), await warmUp(world, server, 'GET /b?x=1')];
  },
};
attacks['the parsed url is replaced'] = {
  async run(world) {
    const app = world.framework();
    app.use((req: any, _res: any, next: any) => {
      if (req._parsedUrl) req._parsedUrl = { ...req._parsedUrl, pathname: '/b', _raw: req.url };
      next();
    });
    app.get('/a', (_req: any, res: any) => res.send('a'));
    app.get('/b', (req: any, res: any) => res.send(`b ${req.url}`));
    const server = await world.listen(app);
    return [await world.sendBriefly(server, 'GET /a'), await warmUp(world, server, 'GET /a')];
  },
};

export const patches: Attacks = attacks;
