/** Programs that watch or change the listeners of a request while its body is read. */
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { type Attack, type Attacks, WARM_UP, type World } from '../attack.js';

const POST =
  'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}';

type Req = IncomingMessage & { body?: unknown };

interface Steps {
  before?(req: Req, world: World): void;
  /** When the parser has been called, and waits for the body. */
  during?(req: Req, world: World): void;
  after?(req: Req, world: World): void;
}

/** Reads bodies until every fast path is taken, then once with these steps. */
function reading({ before, during, after }: Steps): Attack['run'] {
  return async (world) => {
    const app = world.framework();
    const parse = world.framework.json();
    let isWatched = false;
    app.use((req: Req, res: any, next: any) => {
      if (isWatched) before?.(req, world);
      parse(req, res, (error?: unknown) => {
        if (isWatched) {
          after?.(req, world);
          noteListeners(req, world);
        }
        next(error);
      });
      if (!isWatched) return;
      noteListeners(req, world);
      during?.(req, world);
    });
    app.use((req: Req, res: any) => res.end(JSON.stringify(req.body)));
    const server = await world.listen(app);
    for (let i = 0; i < WARM_UP; i++) await world.sendBriefly(server, POST);
    isWatched = true;
    return world.sendBriefly(server, POST);
  };
}

function noteListeners(req: Req, { note }: World): void {
  note(req.eventNames().map(String));
  note(['aborted', 'close', 'data', 'end', 'error'].map((name) => req.listenerCount(name)));
}

/** Replaces methods of a prototype, and restores them. */
function replacing(prototype: any, names: readonly string[], target: (self: any) => boolean): Attack['run'] {
  return async (world) => {
    const originals = names.map((name) => Object.getOwnPropertyDescriptor(prototype, name));
    const run = reading({
      before() {
        for (const name of names) {
          const original = prototype[name];
          prototype[name] = function (this: unknown, ...args: unknown[]) {
            if (target(this)) world.note([name, args[0]]);
            return original.apply(this, args);
          };
        }
      },
    });
    try {
      return await run(world);
    } finally {
      names.forEach((name, i) => {
        if (originals[i]) Object.defineProperty(prototype, name, originals[i]);
        else delete prototype[name];
      });
    }
  };
}

const isRequest = (self: any): boolean => self?.httpVersion !== undefined;

export const bodies: Attacks = {
  'the listeners of a body that is read': { run: reading({}) },

  'on and removeListener of one request are replaced before its body is read': {
    run: reading({
      before(req, { note }) {
        for (const name of ['on', 'removeListener'] as const) {
          const original = req[name];
          (req as any)[name] = function (this: Req, ...args: [string, any]) {
            note([name, args[0]]);
            return original.apply(this, args);
          };
        }
      },
    }),
  },

  'removeListener of one request is replaced while its body is read': {
    run: reading({
      during(req, { note }) {
        const original = req.removeListener;
        (req as any).removeListener = function (this: Req, ...args: [string, any]) {
          note(['removeListener', args[0]]);
          return original.apply(this, args);
        };
      },
    }),
  },

  'on of Readable is replaced after other bodies were read': {
    run: replacing(Readable.prototype, ['on', 'removeListener'], isRequest),
  },

  'on of EventEmitter is replaced': {
    run: replacing(EventEmitter.prototype, ['on', 'removeListener'], isRequest),
  },

  'listeners of newListener and removeListener': {
    run: reading({
      before(req, { note }) {
        req.on('newListener', (name) => note(['new', name]));
        req.on('removeListener', (name) => note(['removed', name]));
      },
    }),
  },

  'a listener of removeListener is added while the body is read': {
    run: reading({
      during: (req, { note }) => void req.on('removeListener', (name) => note(['removed', name])),
    }),
  },

  'users listen to the same events before the parser does': {
    run: reading({
      before(req, { note }) {
        for (const name of ['aborted', 'close', 'data', 'end', 'error'])
          req.on(name, () => note([name, req.listenerCount(name)]));
      },
    }),
  },

  'users listen to the same events after the parser does': {
    run: reading({
      during(req, { note }) {
        for (const name of ['aborted', 'close', 'data', 'end', 'error'])
          req.on(name, () => note([name, req.listenerCount(name)]));
      },
    }),
  },

  'users listen to the end first, and once': {
    run: reading({
      during(req, { note }) {
        req.prependListener('end', () => note(['first', req.listenerCount('end')]));
        req.once('end', () => note(['once', req.listenerCount('end')]));
      },
    }),
  },

  'the listeners of the parser are removed, but for those of data and end': {
    run: reading({
      during(req) {
        for (const name of ['aborted', 'close', 'error']) req.removeAllListeners(name);
      },
    }),
  },

  'one listener of the parser is removed by itself': {
    run: reading({
      during: (req) => void req.removeListener('error', req.listeners('error')[0] as () => void),
    }),
  },

  'a listener of the parser is called by hand': {
    run: reading({ during: (req) => void req.emit('error', new Error('by hand')) }),
  },

  'the connection ends within a body': {
    run: async (world) => {
      const app = world.framework();
      const parse = world.framework.json();
      const failed = new Promise((done) => {
        app.use((req: Req, res: any) => {
          parse(req, res, (error: any) => {
            noteListeners(req, world);
            if (error) done([error.type, error.status, error.message]);
            else res.end();
          });
          if (!res.writableEnded) noteListeners(req, world);
        });
      });
      const server = await world.listen(app);
      for (let i = 0; i < WARM_UP; i++) await world.sendBriefly(server, POST);
      const socket = connect((server.address() as AddressInfo).port);
      await once(socket, 'connect');
      const arrived = once(server, 'request');
      socket.write(POST.slice(0, -2));
      await arrived;
      socket.destroy();
      return failed;
    },
  },
};
