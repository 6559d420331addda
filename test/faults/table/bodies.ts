/** Invalid uploads, and requests that no handler reads. */
import { gzipSync } from 'node:zlib';
import { type Fault, type Faults, post } from '../fault.js';

const JSON_TYPE = 'Content-Type: application/json';
const GZIP = [JSON_TYPE, 'Content-Encoding: gzip'];
const large = JSON.stringify('x'.repeat(200_000));
const packed = gzipSync(JSON.stringify({ a: 1 }));

const echo = (req: any, res: any): void => res.send(JSON.stringify({ body: req.body }));

/** A parser followed by an echo handler. */
function parsed(request: string, options: Record<string, unknown> = {}): Fault {
  return {
    build(app, { framework }) {
      app.use(framework.json(options));
      app.post('/', echo);
    },
    request,
    parses: true,
  };
}

const chunked = (chunks: string): string => post('', [JSON_TYPE, 'Transfer-Encoding: chunked']) + chunks;

export const bodies: Faults = {
  'invalid JSON': parsed(post('{"a":')),
  'JSON that is a primitive': parsed(post('"text"')),
  'JSON with a NUL': parsed(post('\0')),
  'a body over the limit': parsed(post(large)),
  'a chunked body over the limit': parsed(chunked(`${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`)),
  'a chunk with an invalid size': parsed(chunked('nonsense\r\n')),
  'an unknown charset': parsed(post('{}', ['Content-Type: application/json; charset=nonsense'])),
  'an unknown encoding': parsed(post('{}', [JSON_TYPE, 'Content-Encoding: nonsense'])),
  'invalid compressed data': parsed(post('nonsense', GZIP)),
  'truncated compressed data': parsed(packedPost(packed.subarray(0, packed.length - 6))),
  'compressed data with trailing bytes': parsed(packedPost(Buffer.concat([packed, Buffer.from('more')]))),
  'compressed data over the limit': parsed(packedPost(gzipSync(Buffer.alloc(5_000_000, ' ')))),
  'a verify function throws': parsed(post('{}'), {
    verify() {
      throw new Error('unverified');
    },
  }),
  'a verify function throws a string': {
    ...parsed(post('{}'), {
      verify() {
        throw 'unverified';
      },
    }),
    lines: [5, 4],
  },
  'a reviver throws': parsed(post('{"a":1}'), {
    reviver() {
      throw new Error('unrevived');
    },
  }),
  'a parser after another reader': {
    build(app, { framework }) {
      app.use((req: any, _res: any, next: any) => {
        req.resume();
        req.on('end', () => next());
      });
      app.use(framework.json());
      app.post('/', echo);
    },
    request: post('{"a":1}'),
    // The parsers of 3.x wait forever.
    lines: [5, 4],
  },
  'a parser of a request with an encoding set': {
    build(app, { framework }) {
      app.use((req: any, _res: any, next: any) => {
        req.setEncoding('utf8');
        next();
      });
      app.use(framework.json());
      app.post('/', echo);
    },
    request: post('{"a":1}'),
    parses: true,
  },
  'a handler throws while a body arrives': {
    build: (app) =>
      app.post('/', () => {
        throw new Error('broken');
      }),
    request: post(large),
  },
  'a handler responds while a body arrives': {
    build: (app) => app.post('/', (_req: any, res: any) => res.send('early')),
    request: post(large),
  },
  'a handler throws between two parsers': {
    build(app, { framework }) {
      app.use(framework.json());
      app.use(() => {
        throw new Error('broken');
      });
      app.use(framework.urlencoded({ extended: false }));
    },
    request: post('{"a":1}'),
  },
  'an unknown expectation': {
    build: (app) => app.post('/', (_req: any, res: any) => res.send('never')),
    request: post('{}', [JSON_TYPE, 'Expect: nonsense']),
  },
  'a rejected 100-continue expectation': {
    build: (app) =>
      app.post('/', () => {
        throw new Error('broken');
      }),
    request: post('{}', [JSON_TYPE, 'Expect: 100-continue']),
  },
  'an upgrade without a listener': {
    build: (app) => app.get('/', (_req: any, res: any) => res.send('plain')),
    async act(client) {
      const peer = await client.connect();
      peer.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: nonsense\r\n\r\n');
      await peer.until('plain');
      return peer.leave().closed();
    },
  },
  'a CONNECT request without a listener': {
    build: (app) => app.use((_req: any, res: any) => res.send('never')),
    request: 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
  },
};

function packedPost(bytes: Buffer): string {
  const head = ['POST / HTTP/1.1', 'Host: x', ...GZIP, `Content-Length: ${bytes.length}`].join('\r\n');
  return `${head}\r\n\r\n${bytes.toString('latin1')}`;
}
