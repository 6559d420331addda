/**
 * What a program can see of an exchange is the same whether Node handles it or the fast path of connections, at every moment: the fields
 * of both messages and of the socket, and the events with their ticks.
 */
import assert from 'node:assert/strict';
import http from 'node:http';
import type net from 'node:net';
import { after, before, describe, it } from 'node:test';
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
  'its timer': (record, req, res, respond) => {
    record.note(String(req.socket.timeout));
    req.socket.setTimeout(70_000);
    record.note(String(req.socket.timeout));
    respond();
    later(4, () => record.note(String(req.socket.timeout)));
    void res;
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
  'nobody responds': {
    routes: (_app, _record, done) => void settleOn(done),
    sends: THREE,
    prepare: (server) => server.on('request', () => settleAll()),
  },
} satisfies Record<string, Program>);

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

async function record(framework: Framework, line: Line, program: Program): Promise<string[]> {
  const entries: string[] = [];
  const recorder = createRecorder(entries);
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
    socket.once('close', () => {
      closed = true;
      proceed();
    });
    for (const part of program.sends ?? THREE) {
      const expected = calls + (program.parts ?? 1);
      if (closed || socket.readableEnded) break;
      entries.push(`sends ${part.slice(0, 20)}`);
      if (part === END) socket.end();
      else if (part === RESET) socket.resetAndDestroy();
      else socket.write(part, 'latin1');
      await new Promise<void>((resolve) => {
        proceed = () => {
          if (calls >= expected || closed) resolve();
        };
        proceed();
      });
    }
  });
  void line;
  return entries;
}

if (process.env.ONE)
  for (const name of Object.keys(programs)) if (!name.includes(process.env.ONE)) delete programs[name];
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
        const nodes = await record(lines[line].maglev, line, program);
        if (typeof found === 'object') enableConnections(found);
        const ours = await record(lines[line].maglev, line, program);
        if (process.env.ONE)
          ours.forEach((one, i) => {
            const [a, b] = [one.split(','), String(nodes[i]).split(',')];
            a.forEach((x, j) => x !== b[j] && console.log(i, one.slice(0, 20), 'OURS', x, 'NODE', b[j]));
            if (a.length !== b.length)
              console.log(i, 'LENGTH', one.slice(0, 200), '|||', String(nodes[i]).slice(0, 200));
          });
        assert.deepEqual(ours, nodes);
      });
    }
  }
});
