/** What the heads of responses depend on, and their observable state. */
import type http from 'node:http';
import { STATUS_CODES } from 'node:http';

export type Change = (res: any, server: http.Server) => void;

/** Responses whose heads maglev can serialize, and some that are left to Node. */
export const RESPONSES: Record<string, (res: any) => void> = {
  text: (res) => res.send('hello'),
  'empty text': (res) => res.send(''),
  'text beyond Latin 1': (res) => res.send('żółw'),
  'long text': (res) => res.send('long '.repeat(4000)),
  json: (res) => res.json({ hello: 'world' }),
  bytes: (res) => res.send(Buffer.from([0, 127, 200])),
  'bytes that change': (res) => {
    const bytes = Buffer.from('secret');
    res.send(bytes);
    bytes.fill('x');
  },
  status: (res) => res.sendStatus(404),
  'no body': (res) => res.sendStatus(204),
  'no body and a length': (res) => {
    res.statusCode = 304;
    res.setHeader('Content-Length', '5').end();
  },
  'a fresh response': (res) => {
    res.req.headers['if-none-match'] = '"tag"';
    res.set('ETag', '"tag"').set('Transfer-Encoding', 'identity').json({ hello: 'world' });
  },
  'reset content': (res) => res.status(205).send('gone'),
  'no length': (res) => res.send(),
  redirect: (res) => res.redirect('/elsewhere'),
  'redirect without a body': (res) => res.redirect(304, '/elsewhere'),
};

const { 200: MESSAGE } = STATUS_CODES;
const TEXT = { toString: () => 'text' };

/** What a head depends on. */
export const CHANGES: Record<string, Change> = {
  nothing: () => {},
  'a custom status message': (res) => {
    res.statusMessage = 'Fine';
  },
  'a status without a message': (res) => {
    res.statusCode = 299;
  },
  'a status as a string': (res) => {
    res.statusCode = '201';
  },
  'a changed message in STATUS_CODES': (res) => {
    STATUS_CODES[200] = 'Changed';
    res.on('close', () => {
      STATUS_CODES[200] = MESSAGE;
    });
  },
  'a date': (res) => res.setHeader('Date', 'today'),
  'no date': (res) => {
    res.sendDate = false;
  },
  'Connection: close': (res) => res.setHeader('Connection', 'close'),
  'Connection: Keep-Alive': (res) => res.setHeader('connection', 'Keep-Alive'),
  'a custom Keep-Alive': (res) => res.setHeader('Keep-Alive', 'timeout=9'),
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
  'a date as a number': (res) => res.setHeader('Date', 1_700_000_000_000),
  'Keep-Alive as a number': (res) => res.setHeader('Keep-Alive', 5),
  'a header that is null': (res) => res.setHeader('X-Null', 'a').setHeader('X-Null', null),
  'an informational response': (res) => res.writeProcessing(),
  'a value that is converted to a string': (res) => res.setHeader('X-Object', TEXT),
  'a value in Latin 1': (res) => res.setHeader('X-Name', 'caf\xe9'),
  'a file name in Latin 1': (res) => res.setHeader('Content-Disposition', 'attachment; filename="caf\xe9"'),
  'an Expect header': (res) => res.setHeader('Expect', 'nothing'),
  'a length with a name in upper case': (res) => res.setHeader('CONTENT-LENGTH', '5'),
  'headers that are added and removed': (res) => {
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

/** The observable state of a response. */
export function stateOf(res: any): unknown {
  const { 'x-powered-by': _, ...headers } = res.getHeaders();
  const { headersSent, statusCode, statusMessage, writableEnded, writableFinished, finished } = res;
  const { _removedContLen, _removedTE } = res;
  const { _contentLength, _last, _hasBody, _headerSent, shouldKeepAlive, chunkedEncoding } = res;
  return {
    ...{ headers, headersSent, statusCode, statusMessage, writableEnded, writableFinished, finished },
    ...{ _contentLength, _last, _hasBody, _headerSent, shouldKeepAlive, chunkedEncoding },
    ...{ _removedContLen, _removedTE },
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
