/**
 * What a program can see of an exchange is the same whether Node handles it or the fast path of connections, at every moment: the fields
 * of both messages and of the socket, and the events with their ticks.
 */
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { tryFastPaths } from '../../src/fast-paths.js';
import { enableConnections } from '../../src/server/connection.js';
import { findExchangeInternals } from '../../src/server/sample-exchange.js';
import { type Framework, type Line, lines } from '../support/api.js';
import { createRecorder, type Recorder, runExchange } from './exchange-recorder.js';

interface Program {
  /** Adds the routes; `done` is called when everything of a request has been recorded. */
  readonly routes: (app: Framework, record: Recorder, done: () => void, framework: Framework) => void;
  /** What the client sends; each part when all before it is done. `END` half-closes, `RESET` resets the connection. */
  readonly sends?: readonly string[];
  readonly options?: http.ServerOptions;
  readonly prepare?: (server: http.Server) => void;
  /** How many calls of `done` end a part; one by default. */
  readonly parts?: number;
  readonly lines?: readonly Line[];
  /** The parts for which `done` is called once, whatever `parts` is. */
  readonly alone?: readonly number[];
}

const GET = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';
const THREE = [GET, GET, GET];
const END = 'END';
const RESET = 'RESET';

const later = (turns: number, call: () => void): void =>
  void setImmediate(turns > 1 ? () => later(turns - 1, call) : call);
/** Enough turns of the event loop for whatever an exchange does. */
const settle = (done: () => void): void => later(12, done);

/** The ways to send a whole response. */
const responses: Record<string, (req: any, res: any) => void> = {
  json: (_req, res) => res.json({ a: 1 }),
  text: (_req, res) => res.send('text ü'),
  bytes: (_req, res) => res.send(Buffer.from('bytes')),
  'a large text': (_req, res) => res.send('x'.repeat(40_000)),
  sendStatus: (_req, res) => res.sendStatus(201),
  redirect: (_req, res) => res.redirect('/b'),
  'no content': (_req, res) => res.status(204).end(),
  end: (_req, res) => res.end('end'),
  'end without a body': (_req, res) => res.end(),
  'several writes': (_req, res) => {
    res.write('a');
    res.write('b');
    res.end('c');
  },
  'a head first': (_req, res) => {
    res.writeHead(200, { 'Content-Length': '1' });
    res.end('a');
  },
  'Connection: close': (_req, res) => res.set('Connection', 'close').send('a'),
  'without keep-alive': (_req, res) => {
    res.shouldKeepAlive = false;
    res.json(1);
  },
};

/** When a handler responds. */
const moments: Record<string, (respond: () => void) => void> = {
  'at once': (respond) => respond(),
  'in a microtask': (respond) => void Promise.resolve().then(respond),
  'in a tick': (respond) => process.nextTick(respond),
  'in a later turn': (respond) => later(3, respond),
};

/** When a program looks, and at what. */
const observers: Record<string, (record: Recorder, req: any, res: any, respond: () => void) => void> = {
  'fields only': (record, req, res, respond) => {
    record.look('before', req, res);
    respond();
    record.look('after', req, res);
    record.watch('then', req, res);
  },
  'listeners before': (record, req, res, respond) => {
    record.listen(req, res);
    record.lookAtEvents('before', req, res);
    respond();
    record.lookAtEvents('after', req, res);
    record.watch('then', req, res);
  },
  'listeners of the response after': (record, req, res, respond) => {
    respond();
    for (const event of ['prefinish', 'finish', 'close']) res.on(event, () => record.note(`res ${event}`));
    record.lookAtEvents('after', req, res);
    record.watch('then', req, res);
  },
  'listeners of the request after': (record, req, res, respond) => {
    respond();
    for (const event of ['end', 'close', 'error']) req.on(event, () => record.note(`req ${event}`));
    record.look('after', req, res);
  },
  'listeners in the next tick': (record, req, res, respond) => {
    process.nextTick(() => {
      for (const event of ['finish', 'close']) res.on(event, () => record.note(`res ${event}`));
      for (const event of ['end', 'close']) req.on(event, () => record.note(`req ${event}`));
    });
    respond();
  },
  'listeners when it is over': (record, req, res, respond) => {
    respond();
    later(4, () => {
      for (const event of ['finish', 'close']) res.on(event, () => record.note(`res ${event}`));
      for (const event of ['end', 'close']) req.on(event, () => record.note(`req ${event}`));
      record.look('over', req, res);
      record.note(String(res.listenerCount('close')));
    });
  },
  'a request that is read afterwards': (record, req, res, respond) => {
    respond();
    req.on('data', () => record.note('data')).on('end', () => record.note('end'));
    record.watch('then', req, res);
  },
  'its timer': (record, req, _res, respond) => {
    record.note(String(req.socket.timeout));
    req.socket.setTimeout(70_000);
    record.note(String(req.socket.timeout));
    respond();
    later(4, () => record.note(String(req.socket.timeout)));
  },
};

const programs: Record<string, Program> = {};
for (const [response, send] of Object.entries(responses)) {
  for (const [moment, at] of Object.entries(moments)) {
    for (const [observer, observe] of Object.entries(observers)) {
      programs[`${response} ${moment}, with ${observer}`] = {
        routes: (app, record, done) =>
          app.get('/a', (req: any, res: any) => {
            at(() => observe(record, req, res, () => send(req, res)));
            settle(done);
          }),
        sends: THREE,
        // The others are the same there.
        ...(response === 'json' ? undefined : { lines: [5] }),
      };
    }
  }
}

Object.assign(programs, {
  HEAD: {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        res.json(1);
        record.watch('then', req, res);
        settle(done);
      }),
    sends: THREE.map((request) => request.replace('GET', 'HEAD')),
  },
  'a fresh response': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        res.set('ETag', '"a"').send('a');
        record.watch('then', req, res);
        settle(done);
      }),
    sends: THREE.map((request) => request.replace('\r\n\r\n', '\r\nIf-None-Match: "a"\r\n\r\n')),
  },
  'HTTP/1.0': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        record.look('before', req, res);
        res.json(1);
        record.watch('then', req, res);
        settle(done);
      }),
    sends: [GET.replace('1.1', '1.0')],
  },
  'no host': {
    routes: (app, record, done) => {
      app.get('/a', (_req: any, res: any) => {
        record.note('called');
        res.json(1);
        settle(done);
      });
    },
    sends: [GET, GET.replace('Host', 'Hast')],
    prepare: (server) => server.on('connection', (socket) => socket.on('finish', () => settleAll())),
  },
  'Expect: 100-continue': {
    routes: (app, record, done) =>
      app.post('/a', (req: any, res: any) => {
        record.look('before', req, res);
        res.json(1);
        record.watch('then', req, res);
        settle(done);
      }),
    sends: [
      GET.replace('GET', 'POST').replace('\r\n\r\n', '\r\nContent-Length: 0\r\nExpect: 100-continue\r\n\r\n'),
    ],
  },
  'a body that nobody reads': {
    routes: (app, record, done) =>
      app.post('/a', (req: any, res: any) => {
        record.look('before', req, res);
        res.json(1);
        record.watch('then', req, res);
        settle(done);
      }),
    sends: [post('abc'), post('def'), GET.replace('GET', 'POST')],
  },
  'a body that is read': {
    routes: (app, record, done) =>
      app.post('/a', (req: any, res: any) => {
        req.on('data', (data: Buffer) => record.note(`data ${data}`));
        req.on('end', () => {
          record.look('end', req, res);
          res.json(1);
          record.watch('then', req, res);
          settle(done);
        });
      }),
    sends: [post('abc'), chunked('def'), post('')],
  },
  'a body that is parsed': {
    routes: (app, record, done, framework) => {
      app.use(framework.json());
      app.post('/a', (req: any, res: any) => {
        record.look('parsed', req, res);
        res.json(req.body);
        record.watch('then', req, res);
        settle(done);
      });
    },
    sends: [post('{"a":1}'), chunked('{"a":2}'), post('{"a":3}')],
    lines: [5, 4],
  },
  'connections whose end others wait for': {
    routes: (app, record, done) => {
      const names = (socket: any) =>
        record.note(
          socket
            .listeners('close')
            .map((one: any) => one.name)
            .join(),
        );
      app.get('/a', (req: any, res: any) => {
        names(req.socket);
        req.socket.on('close', function laterListener() {});
        res.json(1);
        names(req.socket);
        record.watch('then', req, res);
        settle(() => {
          names(req.socket);
          done();
        });
      });
    },
    sends: THREE,
    prepare: (server) =>
      server.on('connection', (socket) => {
        socket.on('close', function track() {}).prependListener('close', function first() {});
      }),
  },
  'nobody responds': {
    routes: (_app, _record, done) => void settleOn(done),
    sends: THREE,
    prepare: (server) => server.on('request', () => settleAll()),
  },
} satisfies Record<string, Program>);

/** Looks and listens as a program that writes a log does: some listeners are added before the response, and some after. */
function observeAll(record: Recorder, req: any, res: any): void {
  for (const event of ['end', 'close', 'error', 'aborted'])
    req.on(event, () => record.note(`req ${req.url} ${event}`));
  for (const event of ['finish', 'close', 'error'])
    res.on(event, () => record.note(`res ${req.url} ${event}`));
}

const HANG_UP: Record<string, (socket: any) => void> = {
  'destroys the socket': (socket) => socket.destroy(),
  'destroys the socket with an error': (socket) => socket.on('error', () => {}).destroy(new Error('gone')),
  'ends the socket': (socket) => socket.end(),
};

for (const [name, hangUp] of Object.entries(HANG_UP)) {
  for (const observes of [false, true]) {
    for (const moment of ['before', 'after', 'in the tick after', 'later than']) {
      programs[`the application ${name} ${moment} its response, ${observes ? 'with' : 'without'} listeners`] =
        {
          routes: (app, record, done) =>
            app.get('/a', (req: any, res: any) => {
              const { socket } = req;
              if (observes) observeAll(record, req, res);
              if (moment === 'before') hangUp(socket);
              if (moment === 'in the tick after') process.nextTick(hangUp, socket);
              if (moment === 'later than') later(3, () => hangUp(socket));
              res.json(1);
              if (moment === 'after') hangUp(socket);
              const { onIncoming } = socket.parser ?? {};
              void onIncoming;
              later(8, () => {
                if (!observes) observeAll(record, req, res);
                record.note(
                  JSON.stringify([req.destroyed, req.aborted, req.complete, res.destroyed, res.closed]),
                );
              });
              settle(done);
            }),
          sends: [GET],
        };
    }
  }
}

for (const count of [2, 50]) {
  for (const order of ['at once', 'in order', 'in reverse order']) {
    for (const observes of ['nothing', 'everything', 'every third']) {
      programs[`${count} pipelined requests, with responses ${order}, observing ${observes}`] = {
        routes: (app, record, done) => {
          const waiting: (() => void)[] = [];
          app.get('/:i', (req: any, res: any) => {
            const isObserved =
              observes === 'everything' || (observes === 'every third' && req.params.i % 3 === 0);
            record.note(`${req.url} ${res.socket === null ? 'waits' : 'is first'}`);
            if (isObserved) observeAll(record, req, res);
            const respond = (): void => {
              res.json({ i: req.params.i });
              if (!isObserved && observes !== 'nothing') observeAll(record, req, res);
              settle(done);
            };
            if (order === 'at once' || req.params.i === 'last') respond();
            else if (waiting.push(respond) === count) {
              const all = order === 'in order' ? waiting : waiting.reverse();
              for (const [i, one] of all.entries()) later(i + 1, one);
            }
          });
        },
        sends: [
          Array.from({ length: count }, (_, i) => GET.replace('/a', `/${i}`)).join(''),
          GET.replace('/a', '/last'),
        ],
        parts: count,
        alone: [1],
      };
    }
  }
}

const servers: Record<string, (server: http.Server) => void> = {
  maxRequestsPerSocket: (server) => void (server.maxRequestsPerSocket = 3),
  'keepAliveTimeout of 0': (server) => void (server.keepAliveTimeout = 0),
  'another keepAliveTimeout': (server) => void (server.keepAliveTimeout = 2500),
  'a timeout': (server) => void server.setTimeout(80_000),
  'a timeout that is set later': (server) => void server.once('request', () => server.setTimeout(80_000)),
  'half-open connections': (server) => void ((server as any).httpAllowHalfOpen = true),
  'listeners of sockets': (server) =>
    void server.on('connection', (socket) => socket.on('close', () => {}).on('data', () => {})),
  'a second listener': (server) => void server.on('request', () => {}),
  'a listener of upgrades': (server) => void server.on('upgrade', (_req, socket) => socket.destroy()),
  rejectNonStandardBodyWrites: (server) => void ((server as any).rejectNonStandardBodyWrites = true),
  'no host needed': (server) => void ((server as any).requireHostHeader = false),
};
for (const [name, prepare] of Object.entries(servers)) {
  for (const moment of Object.keys(moments)) {
    programs[`a server with ${name}, responding ${moment}`] = {
      routes: (app, record, done) =>
        app.get('/a', (req: any, res: any) => {
          record.look('before', req, res);
          moments[moment]!(() => {
            res.json(1);
            record.watch('then', req, res);
          });
          settle(done);
        }),
      sends: THREE,
      prepare,
    };
  }
}

/** What a program may do with a request whose response has just been sent. */
const late: Record<string, (record: Recorder, req: any, res: any) => void> = {
  'listens to its end': (record, req) => req.on('end', () => record.note('end')),
  'resumes it': (record, req) => {
    req.resume();
    later(1, () => req.on('end', () => record.note('end')));
  },
  'reads it by iteration': async (record, req) => {
    for await (const chunk of req) record.note(String(chunk));
    record.note('read');
  },
  'pipes it': (record, req) =>
    req
      .pipe(new PassThrough())
      .on('finish', () => record.note('finish'))
      .resume(),
  'pauses it': (_record, req) => req.pause(),
  'sets its encoding': (record, req) => {
    req.setEncoding('utf8');
    record.note(String(req.readableEncoding));
  },
  'wraps emit of both': (record, req, res) => {
    for (const message of [req, res]) {
      const { emit } = message;
      message.emit = function (...args: unknown[]) {
        // Node may have emitted `readable` and `resume` before.
        if (['end', 'finish', 'close'].includes(String(args[0])))
          record.note(`${message === req ? 'req' : 'res'} emits ${String(args[0])}`);
        return emit.apply(this, args);
      };
    }
  },
};
for (const [name, use] of Object.entries(late)) {
  for (const moment of ['before', 'after', 'in a tick']) {
    // Node's order of the events of both messages is not kept then, see docs/differences.md.
    if (moment === 'in a tick' && name === 'wraps emit of both') continue;
    programs[`a program that ${name}, ${moment} the response`] = {
      routes: (app, record, done) =>
        app.get('/a', (req: any, res: any) => {
          if (moment === 'before') use(record, req, res);
          res.json(1);
          if (moment === 'in a tick') process.nextTick(use, record, req, res);
          if (moment === 'after') use(record, req, res);
          later(8, () =>
            record.note(JSON.stringify([req.readableEnded, req.destroyed, req.closed, res.closed])),
          );
          settle(done);
        }),
      sends: THREE,
    };
  }
}

const closings: Record<string, (server: any) => void> = {
  close: (server) => void server.close(),
  closeIdleConnections: (server) => server.closeIdleConnections(),
  closeAllConnections: (server) => server.closeAllConnections(),
};
for (const [name, close] of Object.entries(closings)) {
  for (const moment of ['before', 'after', 'long after']) {
    programs[`${name} ${moment} a response`] = {
      routes: (app, record, done) =>
        app.get('/a', (req: any, res: any) => {
          const { server } = req.socket;
          if (moment === 'before') close(server);
          res.json(1);
          if (moment === 'after') close(server);
          if (moment === 'long after') later(4, () => close(server));
          later(8, () =>
            record.note(JSON.stringify([req.destroyed, req.aborted, res.destroyed, req.socket.destroyed])),
          );
          settle(done);
        }),
      sends: [GET],
    };
  }
}

Object.assign(programs, {
  'a client that half-closes before it gets a response': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        req.socket.on('end', () =>
          later(2, () => {
            res.json(1);
            record.look('after', req, res);
            settle(done);
          }),
        );
      }),
    sends: [`${GET}${END}`],
  },
  'a client that resets the connection before it gets a response': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        const respond = (): void => {
          record.note(JSON.stringify([req.destroyed, req.aborted, res.destroyed, res.closed]));
          res.json(1);
          settle(done);
        };
        req.socket.on('error', () => {}).on('close', () => later(2, respond));
      }),
    sends: [`${GET}${RESET}`],
  },
  'a client that resets, to a handler with listeners': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        observeAll(record, req, res);
        res.on('close', () => settle(done));
      }),
    sends: [`${GET}${RESET}`],
  },
  'a client that resets, to a handler that listens late': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        later(2, () => {
          observeAll(record, req, res);
          res.on('close', () => settle(done));
          record.reset();
        });
      }),
    sends: [GET],
  },
  'an error in the handler': {
    routes: (app, record, done) => {
      app.get('/a', (req: any, res: any) => {
        record.look('before', req, res);
        settle(done);
        throw new Error('sample');
      });
    },
    sends: THREE,
  },
  'an error after the response': {
    routes: (app, record, done) => {
      app.get('/a', (req: any, res: any) => {
        res.json(1);
        record.watch('then', req, res);
        settle(done);
        throw new Error('sample');
      });
      app.use((_error: any, _req: any, _res: any, _next: any) => record.note('error handler'));
    },
    sends: THREE,
  },
  'end with a callback after the response': {
    routes: (app, record, done) =>
      app.get('/a', (_req: any, res: any) => {
        res.json(1);
        res.end(function (this: unknown, error: any) {
          record.note(`callback ${error?.code} ${Array.isArray(this)}`);
        });
        later(4, () => res.end((error: any) => record.note(`late callback ${error?.code}`)));
        settle(done);
      }),
    sends: THREE,
  },
  'a write after the response': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        res.on('error', (error: any) => record.note(`error ${error.code}`));
        res.json(1);
        res.write('late', (error: any) => record.note(`callback ${error?.code}`));
        record.watch('then', req, res);
        settle(done);
      }),
    sends: THREE,
  },
  'a write after the response, without listeners': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        res.json(1);
        later(5, () => res.write('late', (error: any) => record.note(`callback ${error?.code}`)));
        record.watch('then', req, res);
        settle(done);
      }),
    sends: THREE,
  },
  'destroy of the response before it': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        res.destroy();
        res.json(1);
        later(8, () => record.note(JSON.stringify([req.destroyed, req.aborted, res.destroyed, res.closed])));
        settle(done);
      }),
    sends: [GET],
  },
  'destroy of both after the response': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        res.json(1);
        req.destroy();
        res.destroy();
        later(8, () => record.note(JSON.stringify([req.destroyed, req.aborted, res.destroyed, res.closed])));
        settle(done);
      }),
    sends: [GET],
  },
  'an async context': {
    routes: (app, record, done) => {
      const storage = new AsyncLocalStorage();
      app.use((req: any, _res: any, next: any) => storage.run(req.url, next));
      app.get('/:id', (req: any, res: any) => {
        later(2, () => {
          res.json(storage.getStore());
          res.on('finish', () => record.note(`finish ${storage.getStore()}`));
          req.on('close', () => record.note(`close ${storage.getStore()}`));
          settle(done);
        });
      });
    },
    sends: [GET, GET.replace('/a', '/b')],
  },
  'a response that is piped': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        res.on('pipe', () => record.note('pipe'));
        Readable.from(['a', 'b']).pipe(res);
        res.on('close', () => {
          record.look('close', req, res);
          settle(done);
        });
      }),
    sends: THREE,
  },
  'more than the client takes': {
    routes: (app, record, done) =>
      app.get('/a', (_req: any, res: any) => {
        let left = 40;
        const write = (): void => {
          while (left > 0) {
            left--;
            if (!res.write('x'.repeat(100_000))) {
              res.once('drain', write);
              return;
            }
          }
          res.end(() => {
            record.note('end');
            settle(done);
          });
        };
        write();
      }),
    sends: [GET],
  },
  'a timeout of the socket': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        req.socket.setTimeout(20, () => {
          record.note('timeout');
          res.json(1);
          record.note(String(req.socket.timeout));
          settle(done);
        });
      }),
    sends: THREE,
  },
  'a timeout of the response': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        res.setTimeout(20);
        res.on('timeout', () => {
          record.note('timeout');
          res.json(1);
          record.note(String(req.socket.timeout));
          settle(done);
        });
      }),
    sends: THREE,
  },
  'a response that is printed': {
    routes: (app, record, done) =>
      app.get('/a', (_req: any, res: any) => {
        record.note(print(res));
        record.note(print(res._events));
        res.json(1);
        later(4, () => record.note(print(res).replace(/Date: [^\\]*/g, '')));
        settle(done);
      }),
    sends: THREE,
  },
  'listeners that are looked at directly': {
    routes: (app, record, done) =>
      app.get('/a', (_req: any, res: any) => {
        record.note(String(Object.keys(res._events)));
        record.note(String(['finish' in res._events, res._events.close, delete res._events.finish]));
        record.note(String(res.listenerCount('finish')));
        res.json(1);
        settle(done);
      }),
    sends: [GET],
  },
  'no route': {
    routes: (app, record, done) =>
      app.use((req: any, res: any, next: any) => {
        next();
        record.look('after', req, res);
        later(4, () => record.look('over', req, res));
        settle(done);
      }),
    sends: THREE,
  },
  'an error page': {
    routes: (app, record, done) =>
      app.use((req: any, res: any, next: any) => {
        next(new Error('sample'));
        record.look('after', req, res);
        later(4, () => record.look('over', req, res));
        settle(done);
      }),
    sends: THREE,
  },
  'a request without a body that is read first': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        req.resume();
        req.on('end', () => {
          req.removeAllListeners('end');
          res.json(1);
          record.watch('then', req, res);
          settle(done);
        });
      }),
    sends: THREE,
  },
  'a signal': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        req.signal?.addEventListener('abort', () => record.note('abort'));
        res.json(1);
        record.watch('then', req, res);
        settle(done);
      }),
    sends: THREE,
  },
  'a response whose request the application changes': {
    routes: (app, record, done) =>
      app.get('/a', (_req: any, res: any) => {
        res.json(1);
        res.req = undefined;
        later(4, () => record.note(String([res.closed, res.destroyed])));
        settle(done);
      }),
    sends: THREE,
  },
  'raw headers that the application changes': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        req.rawHeaders[1] = 'changed';
        res.json(req.headers);
        req.rawHeaders.length = 0;
        record.note(JSON.stringify(req.headers));
        settle(done);
      }),
    sends: THREE,
  },
  'listeners of the socket that are called once': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, _res: any) => {
        for (const i of [1, 2, 3, 4]) req.socket.once('close', () => record.note(`close ${i}`));
        req.socket.on('close', () => record.note('close'));
        later(2, () => req.socket.destroy());
        settle(done);
      }),
    sends: [GET],
  },
  'a keepAliveTimeout that changes': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        record.note(String(req.socket.timeout));
        req.socket.server.keepAliveTimeout += 1000;
        if (req.socket.server.keepAliveTimeout === 7000) res.on('finish', () => {});
        res.json(1);
        later(4, () => record.note(String(req.socket.timeout)));
        settle(done);
      }),
    sends: [GET, GET, GET, GET],
  },
  'a timeout of the server that is set between requests': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        record.note(String(req.socket.timeout));
        res.json(1);
        later(5, () => req.socket.server.setTimeout(90_000));
        settle(done);
      }),
    sends: THREE,
  },
  'headers that the application changes': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        delete req.headers.host;
        req.headers.expect = 'something';
        req.httpVersionMinor = 0;
        res.on('finish', () => record.note('finish'));
        res.json(1);
        record.look('after', req, res);
        settle(done);
      }),
    sends: THREE,
  },
  'fields that the application changes': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        res._keepAliveTimeout = 9000;
        res.sendDate = false;
        res.on('finish', () => record.note('finish'));
        record.look('before', req, res);
        res.json(1);
        settle(done);
      }),
    sends: THREE,
  },
  'a socket that is destroyed after the response': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        res.json(1);
        if (req.socket.bytesRead > GET.length) req.socket.destroy();
        later(4, () => record.look('over', req, res));
        settle(done);
      }),
    sends: [GET, GET],
  },
  'a socket that fails after the response': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        req.socket.on('error', () => {});
        res.json(1);
        if (req.socket.bytesRead > GET.length) req.socket.destroy(new Error('gone'));
        later(4, () => record.look('over', req, res));
        settle(done);
      }),
    sends: [GET, GET],
  },
  'a response that fails after it has been sent': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        res.json(1);
        if (req.socket.bytesRead > GET.length) res.destroy(new Error('gone'));
        later(4, () => record.look('over', req, res));
        settle(done);
      }),
    sends: [GET, GET],
  },
  'finish that the application emits once more': {
    routes: (app, record, done) =>
      app.get('/a', (_req: any, res: any) => {
        res.json(1);
        later(4, () => {
          try {
            record.note(String(res.emit('finish')));
          } catch (error: any) {
            record.note(error.code);
          }
          record.note(String(res.writableFinished));
        });
        settle(done);
      }),
    sends: THREE,
  },
  'listeners of finish that another emitter calls': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        const emitter = new EventEmitter();
        for (const listener of res.listeners('finish')) emitter.on('finish', listener);
        res.removeAllListeners('finish');
        res.on('finish', () => emitter.emit('finish'));
        res.json(1);
        record.watch('then', req, res);
        settle(done);
      }),
    sends: THREE,
  },
  'listeners of the listeners of a socket': {
    routes: (app, record, done) =>
      app.get('/a', (req: any, res: any) => {
        const { socket } = req;
        if (socket.bytesRead === GET.length * 2) {
          for (const event of ['newListener', 'removeListener'])
            socket.on(event, (name: string, one: any) => record.note(`${event} ${name} ${one.name}`));
        }
        later(2, () => res.json(1));
        settle(done);
      }),
    sends: THREE,
  },
  ...Object.fromEntries(
    [
      ['OutgoingMessage', '_finish'],
      ['OutgoingMessage', '_flush'],
      ['OutgoingMessage', 'emit'],
      ['OutgoingMessage', 'on'],
      ['ServerResponse', 'assignSocket'],
    ].flatMap(([owner, name]) =>
      [true, false].map((isFirst) => [
        `${name} that is replaced ${isFirst ? 'before' : 'after'} the response on the prototype of ${owner}`,
        { routes: replacing((http as any)[owner!].prototype, name!, isFirst), sends: THREE, lines: [5] },
      ]),
    ),
  ),
} satisfies Record<string, Program>);

/** Node 26 prints that the listeners of a response are a proxy, see docs/differences.md. */
function print(value: unknown): string {
  return inspect(value, { depth: 0 }).replace(/Proxy\((.*)\)/g, '$1');
}

/** A program that replaces a method of Node for the time of each response, and notes its calls. */
function replacing(prototype: any, name: string, isFirst: boolean): Program['routes'] {
  return (app, record, done) =>
    app.get('/a', (_req: any, res: any) => {
      const own = Object.getOwnPropertyDescriptor(prototype, name);
      const method = prototype[name];
      const replace = (): void => {
        prototype[name] = function (this: any, ...args: unknown[]) {
          if (this === res) record.note(`${name} ${typeof args[0] === 'string' ? args[0] : ''}`);
          return method.apply(this, args);
        };
      };
      if (isFirst) replace();
      res.json(1);
      if (!isFirst) replace();
      settle(() => {
        if (own) Object.defineProperty(prototype, name, own);
        else delete prototype[name];
        done();
      });
    });
}

function post(body: string): string {
  return `POST /a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function chunked(body: string): string {
  return `POST /a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

let settleAll = (): void => {};
function settleOn(done: () => void): void {
  settleAll = () => settle(done);
}

async function record(framework: Framework, program: Program): Promise<string[]> {
  const entries: string[] = [];
  let reset = (): void => {};
  const recorder = { ...createRecorder(entries), reset: () => reset() };
  let calls = 0;
  let proceed = (): void => {};
  const done = (): void => {
    calls++;
    proceed();
  };
  settleOn(done);
  const app = framework();
  app.set('env', 'production');
  app.disable('x-powered-by');
  program.routes(app, recorder, done, framework);
  const server = http.createServer(program.options ?? {}, app);
  program.prepare?.(server);
  server.listen(0, '127.0.0.1');
  let closed = false;
  await runExchange(server, entries, async (socket: net.Socket) => {
    socket.once('close', () => (closed = true));
    reset = () => socket.resetAndDestroy();
    for (const [i, part] of (program.sends ?? THREE).entries()) {
      const expected = calls + (program.alone?.includes(i) ? 1 : (program.parts ?? 1));
      if (closed || socket.readableEnded) break;
      entries.push(`sends ${part.slice(0, 20)}`);
      socket.write(part.replace(END, '').replace(RESET, ''), 'latin1');
      if (part.endsWith(END)) socket.end();
      if (part.endsWith(RESET)) server.once('request', reset);
      await new Promise<void>((resolve) => {
        proceed = () => {
          if (calls >= expected) resolve();
        };
        proceed();
      });
    }
  });
  return entries;
}

const isOff = process.env.MAGLEV_FAST_PATH === 'off';

describe('an exchange', { skip: isOff ? 'the fast path is off' : false }, () => {
  let found: ReturnType<typeof findExchangeInternals>;
  before(() => {
    tryFastPaths();
    found = findExchangeInternals();
    assert.equal(typeof found, 'object');
  });
  after(() => {
    if (typeof found === 'object') enableConnections(found);
  });

  for (const line of [5, 4] as const) {
    for (const [name, program] of Object.entries(programs)) {
      if (program.lines?.includes(line) === false) continue;
      it(`leaves the same record on ${line}.x: ${name}`, async () => {
        enableConnections(null);
        const nodes = await record(lines[line].maglev, program);
        if (typeof found === 'object') enableConnections(found);
        const ours = await record(lines[line].maglev, program);
        assert.deepEqual(ours, nodes);
      });
    }
  }
});
