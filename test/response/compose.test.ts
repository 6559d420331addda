import assert from 'node:assert/strict';
import http, { STATUS_CODES } from 'node:http';
import test from 'node:test';
import { exchange, type Framework, lines, listening, normalize } from '../support/api.js';

type Change = (res: any, server: http.Server) => void;

/** Answers whose heads may be composed, and some that may not. */
const ANSWERS: Record<string, (res: any) => void> = {
  text: (res) => res.send('hello'),
  'no text': (res) => res.send(''),
  'text of another alphabet': (res) => res.send('żółw'),
  'long text': (res) => res.send('long '.repeat(4000)),
  json: (res) => res.json({ hello: 'world' }),
  bytes: (res) => res.send(Buffer.from([0, 127, 200])),
  status: (res) => res.sendStatus(404),
  'no body': (res) => res.sendStatus(204),
  redirect: (res) => res.redirect('/elsewhere'),
};

const TEXT = { toString: () => 'text' };

/** What a head depends on. */
const CHANGES: Record<string, Change> = {
  nothing: () => {},
  'a message of its own': (res) => {
    res.statusMessage = 'Fine';
  },
  'a status without a message': (res) => {
    res.statusCode = 299;
  },
  'a status as a text': (res) => {
    res.statusCode = '201';
  },
  'another message of Node': (res) => {
    const { 200: original } = STATUS_CODES;
    STATUS_CODES[200] = 'Changed';
    res.on('close', () => {
      STATUS_CODES[200] = original;
    });
  },
  'a date': (res) => res.setHeader('Date', 'today'),
  'no date': (res) => {
    res.sendDate = false;
  },
  'Connection: close': (res) => res.setHeader('Connection', 'close'),
  'Connection by hand': (res) => res.setHeader('connection', 'Keep-Alive'),
  'Keep-Alive by hand': (res) => res.setHeader('Keep-Alive', 'timeout=9'),
  'no Connection': (res) => res.removeHeader('Connection'),
  'no keep-alive': (res) => {
    res.shouldKeepAlive = false;
  },
  'several values': (res) => res.setHeader('X-Many', ['a', 'b']),
  'several cookies': (res) => res.setHeader('Set-Cookie', ['a=1', 'b=2']),
  'a cookie': (res) => res.cookie('a', '1'),
  'appended values': (res) => {
    res.appendHeader('X-Many', 'a');
    res.appendHeader('X-Many', 'b');
  },
  'a number': (res) => res.setHeader('X-Number', 5),
  'a value that becomes a text': (res) => res.setHeader('X-Object', TEXT),
  'a value in Latin 1': (res) => res.setHeader('X-Name', 'caf\xe9'),
  'a file in Latin 1': (res) => res.setHeader('Content-Disposition', 'attachment; filename="caf\xe9"'),
  'Expect in the answer': (res) => res.setHeader('Expect', 'nothing'),
  'a length by another name': (res) => res.setHeader('CONTENT-LENGTH', '5'),
  'headers that come and go': (res) => {
    for (let i = 0; i < 40; i++) res.setHeader(`X-${i}`, `${i}`);
    for (let i = 0; i < 40; i += 3) res.removeHeader(`x-${i}`);
  },
  'no headers': (res) => {
    for (const name of res.getHeaderNames()) res.removeHeader(name);
  },
  'a wrapped writeHead': (res) => wrap(res, 'writeHead'),
  'a wrapped _storeHeader': (res) => wrap(res, '_storeHeader'),
  'a wrapped _implicitHeader': (res) => wrap(res, '_implicitHeader'),
  'no timeout': (_res, server) => {
    server.keepAliveTimeout = 0;
  },
  'another timeout': (_res, server) => {
    server.keepAliveTimeout = 72_500;
  },
  'few requests': (_res, server) => {
    server.maxRequestsPerSocket = 3;
  },
  'one request': (_res, server) => {
    server.maxRequestsPerSocket = 1;
  },
};

/** On a kept connection, which a second request without changes ends. */
const REQUESTS = [
  'GET / HTTP/1.1',
  'HEAD / HTTP/1.1',
  'GET / HTTP/1.1\r\nIf-None-Match: *',
  'GET / HTTP/1.0\r\nConnection: keep-alive',
  'GET / HTTP/1.1\r\nExpect: 100-continue',
];

for (const line of [5, 4, 3] as const) {
  const { maglev, express } = lines[line];
  for (const [name, change] of Object.entries(CHANGES)) {
    test(`heads are those of Express ${line}.x with ${name}`, async () => {
      for (const [kind, answer] of Object.entries(ANSWERS)) {
        const ours = await headsOf(maglev, change, answer);
        assert.deepEqual(ours, await headsOf(express, change, answer), kind);
      }
    });
  }
}

/** What is on the wire, and what the responses say of themselves when they are over. */
async function headsOf(framework: Framework, change: Change, answer: (res: any) => void): Promise<unknown> {
  const over: unknown[] = [];
  const app = framework();
  app.set('env', 'test');
  app.use((req: any, res: any) => {
    res.on('close', () => over.push(stateOf(res)));
    if (req.url === '/') change(res, server);
    try {
      answer(res);
    } catch (error) {
      over.push((error as Error).message);
      res.destroy();
    }
  });
  const server = http.createServer(app).listen(0, '127.0.0.1');
  const port = await listening(server);
  const wire: string[] = [];
  for (const request of REQUESTS) {
    const last = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close';
    const bytes = `${request}\r\nHost: a\r\n\r\n${last}\r\n\r\n`;
    const raw = (await exchange({ port, host: '127.0.0.1' }, bytes)).toString('latin1');
    wire.push(
      normalize(
        raw.replaceAll(/^Date: \w{3}, .* GMT/gm, 'X-Date: now').replaceAll('Date: today', 'X-Date: today'),
      ),
    );
  }
  await new Promise((resolve) => server.close(resolve));
  return { wire, over };
}

function stateOf(res: any): unknown {
  const { 'x-powered-by': _, ...headers } = res.getHeaders();
  const { headersSent, statusCode, statusMessage, writableEnded, writableFinished, finished } = res;
  const { _contentLength, _last, _hasBody, _headerSent, shouldKeepAlive, chunkedEncoding } = res;
  return {
    ...{ headers, headersSent, statusCode, statusMessage, writableEnded, writableFinished, finished },
    ...{ _contentLength, _last, _hasBody, _headerSent, shouldKeepAlive, chunkedEncoding },
    head: String(res._header).replaceAll(/^(Date|X-Powered-By): .*\r\n/gm, ''),
  };
}

function wrap(res: any, member: string): void {
  const original = res[member];
  res[member] = function (...args: unknown[]): unknown {
    this.setHeader('X-Wrapped', member);
    return original.apply(this, args);
  };
}
