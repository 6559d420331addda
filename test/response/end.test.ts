import assert from 'node:assert/strict';
import test from 'node:test';
import { type Framework, lines, type RequestOptions, responseOf, type TestResponse } from '../support/api.js';

type Handler = (req: any, res: any) => void;

const isFast = process.env.MAGLEV_FAST_PATH !== 'off';

/** Bodies that can be sent in one write with their head, and some that cannot. */
const BODIES: Record<string, (res: any) => void> = {
  text: (res) => res.send('hello'),
  'text without an ETag': (res) => res.set('ETag', '').send('hello'),
  'text beyond Latin 1': (res) => res.send('żółw'),
  'text beyond Latin 1, without an ETag': (res) => res.app.disable('etag') && res.send('żółw'),
  'text after a Latin 1 header': (res) => res.set('X-Name', 'café').send('hello'),
  'text after a Latin 1 header, without an ETag': (res) =>
    res.app.disable('etag') && res.set('X-Name', 'café').send('hello'),
  'empty text': (res) => res.send(''),
  bytes: (res) => res.send(Buffer.from([0, 1, 127, 128, 200, 255])),
  'no bytes': (res) => res.send(Buffer.alloc(0)),
  'many bytes': (res) => res.send(Buffer.alloc(20_000, 'ü')),
  json: (res) => res.json({ hello: 'world' }),
  redirect: (res) => res.redirect('/elsewhere'),
  status: (res) => res.sendStatus(404),
};

/** Changes that middleware makes just before a response ends. */
const CHANGES: Record<string, Handler> = {
  'does nothing': () => {},
  'removes Content-Length when the head is written': (_req, res) => {
    beforeHead(res, () => res.removeHeader('Content-Length'));
  },
  'flushes the head as soon as it is written': (_req, res) => {
    const { writeHead } = res;
    res.writeHead = function (...args: unknown[]) {
      const written = writeHead.apply(this, args);
      this.flushHeaders();
      return written;
    };
  },
  'sets Transfer-Encoding: chunked when the head is written': (_req, res) => {
    beforeHead(res, () => {
      res.removeHeader('Content-Length');
      res.setHeader('Transfer-Encoding', 'chunked');
    });
  },
  'changes the status to one without a body when the head is written': (_req, res) => {
    const { writeHead } = res;
    res.writeHead = (): unknown => writeHead.call(res, 204);
  },
  'throws when the head is written': (_req, res) => {
    const { writeHead } = res;
    res.writeHead = (): unknown => {
      res.writeHead = writeHead;
      throw Object.assign(new Error('no head'), { stack: 'no head' });
    };
  },
  'writes the head first': (_req, res) => {
    res.type('txt');
    res.writeHead(200);
  },
  'flushes the head first': (_req, res) => res.flushHeaders(),
  'corks the response': (_req, res) => res.cork(),
  'sets strictContentLength': (_req, res) => {
    res.strictContentLength = true;
  },
  'destroys it': (_req, res) => res.destroy(),
  'adds trailers': (_req, res) => res.addTrailers({ 'X-Late': '1' }),
};

const REQUESTS: RequestOptions[] = [
  {},
  { method: 'HEAD' },
  { headers: { Connection: 'keep-alive, close' } },
  { headers: { 'If-None-Match': '*' } },
];

for (const line of [5, 4, 3] as const) {
  const { maglev, express } = lines[line];
  for (const [change, prepare] of Object.entries(CHANGES)) {
    test(`a response ends as in Express ${line}.x if middleware ${change}`, async () => {
      for (const [name, body] of Object.entries(BODIES)) {
        for (const request of REQUESTS) {
          const ours = await endOf(maglev, prepare, body, request);
          const theirs = await endOf(express, prepare, body, request);
          assert.deepEqual(ours, theirs, `${name}, ${JSON.stringify(request)}`);
        }
      }
    });
  }
}

async function endOf(
  framework: Framework,
  prepare: Handler,
  body: (res: any) => void,
  request: RequestOptions,
): Promise<unknown> {
  const events: string[] = [];
  const handler: Handler = (req, res) => {
    for (const event of ['finish', 'error']) res.on(event, () => events.push(event));
    prepare(req, res);
    try {
      body(res);
    } catch (error) {
      events.push((error as Error).message);
      if (!res.headersSent) res.end('failed');
      else res.destroy();
    }
  };
  const { raw }: TestResponse = await responseOf(framework, handler, request);
  return { raw, events };
}

function beforeHead(res: any, listener: () => void): void {
  const { writeHead } = res;
  res.writeHead = (...args: unknown[]): unknown => {
    res.writeHead = writeHead;
    listener();
    return res.writeHead(...args);
  };
}

/** How middleware runs code while a response ends. */
const OBSERVERS: Record<string, (res: any, look: () => void) => void> = {
  'listens to prefinish': (res, look) => res.on('prefinish', look),
  'replaces emit': (res, look) => replace(res, 'emit', look),
  'replaces _send': (res, look) => replace(res, '_send', look),
  'replaces _writeRaw': (res, look) => replace(res, '_writeRaw', look),
  "replaces the socket's write": (res, look) => replace(res.socket, 'write', look),
  'listens to finish': (res, look) => res.on('finish', look),
};

for (const [name, start] of Object.entries(OBSERVERS)) {
  test(`middleware that ${name} sees the head without the body`, async () => {
    const heads = new Set<string>();
    await responseOf(lines[5].maglev, (_req, res) => {
      start(res, () => {
        if (res._header) heads.add(res._header);
      });
      res.send('hello');
    });
    assert.equal(heads.size, 1);
    for (const head of heads) assert.match(head, /\r\n\r\n$/);
  });
}

function replace(target: any, member: string, look: () => void): void {
  const original = target[member];
  target[member] = function (...args: unknown[]): unknown {
    look();
    return original.apply(this, args);
  };
}

/** Since version 24, Node joins a string body with its head, so maglev does not. */
const isLeftToNode = Number.parseInt(process.versions.node, 10) >= 24;

/** Methods of Node's handles of connections. */
const WRITES = ['writeLatin1String', 'writeUtf8String', 'writeAsciiString', 'writeBuffer', 'writev'];

test('a small response is sent in one write', {
  skip: (!isFast && 'the fast path is off') || (isLeftToNode && 'Node does this itself'),
}, async () => {
  for (const body of ['text', 'json', 'bytes', 'text beyond Latin 1', 'redirect', 'status']) {
    const writes: string[] = [];
    await responseOf(lines[5].maglev, (_req, res) => {
      // Below the socket, because whoever replaces its methods sees the chunks that Node writes.
      for (const method of WRITES) replace(res.socket._handle, method, () => writes.push(method));
      BODIES[body]!(res);
    });
    assert.deepEqual(writes, ['writeLatin1String'], body);
  }
});
