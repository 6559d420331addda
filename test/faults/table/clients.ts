/** Clients that disconnect, stall or send invalid bytes, at every stage of a request. */
import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type Client, type Fault, type Faults, GET, NEXT, post, type World } from '../fault.js';

type Disconnect = 'leave' | 'reset';

/** A request that is cut off after this many bytes. */
const UPLOAD = post(JSON.stringify({ text: 'x'.repeat(500) }));
const headEnd = UPLOAD.indexOf('\r\n\r\n') + 4;

const cuts: Record<string, number> = {
  'before its request': 0,
  'in the method': 2,
  'in the url': 6,
  'in the headers': 30,
  'before the empty line': headEnd - 2,
  'before the body': headEnd,
  'in the body': headEnd + 100,
};

function echoing(app: any, { framework, note }: World): void {
  app.use((req: any, res: any, next: any) => {
    if (req.url === '/') res.on('close', () => note('closed'));
    next();
  });
  app.use(framework.json());
  app.post('/', (_req: any, res: any) => res.send('read'));
}

function cutOff(bytes: number, disconnect: Disconnect): Fault {
  return {
    build: echoing,
    parses: true,
    async act(client) {
      const peer = await client.connect();
      peer.write(UPLOAD.slice(0, bytes));
      // A response to the next client shows that the server has read this request.
      await client.ordinary(NEXT);
      peer[disconnect]();
      if (bytes >= headEnd) await client.noted('closed');
      return peer.closed();
    },
  };
}

/** A response that never ends by itself. */
function streaming(app: any, { note }: World): void {
  app.get('/', (_req: any, res: any) => {
    const source = Readable.from(endless());
    res.on('close', () => {
      source.destroy();
      note('closed');
    });
    source.pipe(res);
  });
}

async function* endless(): AsyncGenerator<string> {
  for (;;) yield 'x'.repeat(10_000);
}

const disconnects: Disconnect[] = ['leave', 'reset'];

const waiting = (app: any, { note }: World): void => {
  app.get('/', (_req: any, res: any) => {
    note('ran');
    res.on('close', () => {
      note('closed');
      // This response comes too late.
      res.send('late');
    });
  });
};

/** No timeouts until the client has stalled; then `expire` sets them. */
const timeouts = { headersTimeout: 0, requestTimeout: 0, connectionsCheckingInterval: 50 };

export const clients: Faults = {
  ...Object.fromEntries(
    disconnects.flatMap((disconnect) => [
      ...Object.entries(cuts).map(([where, bytes]) => [
        `a client ${disconnect}s ${where}`,
        cutOff(bytes, disconnect),
      ]),
      [
        `a client ${disconnect}s before the response`,
        {
          build: waiting,
          async act(client: Client) {
            const peer = await client.connect();
            peer.write(GET);
            await client.noted('ran');
            peer[disconnect]();
            await client.noted('closed');
          },
        },
      ],
      [
        `a client ${disconnect}s during the response`,
        {
          build: streaming,
          async act(client: Client) {
            const peer = await client.connect();
            await peer.write(GET).until('xxx');
            peer[disconnect]();
            await client.noted('closed');
          },
        },
      ],
      [
        `a client ${disconnect}s while static sends a file`,
        {
          lines: [5, 4],
          build(app: any, { framework, folder, note }: World) {
            largeFile(folder);
            app.use((_req: any, res: any, next: any) => {
              res.on('close', () => note('closed'));
              next();
            });
            app.use(framework.static(folder));
          },
          act: disconnecting('/file.txt', disconnect, 'closed'),
        },
      ],
      [
        `a client ${disconnect}s while sendFile sends a file`,
        {
          lines: [5, 4],
          build(app: any, { folder, note }: World) {
            const file = largeFile(folder);
            app.get('/file.txt', (_req: any, res: any) =>
              res.sendFile(file, (error: any) => note(`done ${error?.code}`)),
            );
          },
          act: disconnecting('/file.txt', disconnect, 'done'),
        },
      ],
    ]),
  ),
  'a client half-closes its connection and waits': {
    build(app) {
      app.get('/', (_req: any, res: any) => res.send('sent'));
    },
    async act(client) {
      const peer = await client.connect({ allowHalfOpen: true });
      peer.write(GET).end();
      return peer.closed();
    },
  },
  'a client half-closes its connection before a late response': {
    build(app, { note }) {
      app.get('/', (req: any, res: any) => {
        note('ran');
        req.socket.on('end', () => setImmediate(() => res.send('sent')));
      });
    },
    async act(client) {
      const peer = await client.connect({ allowHalfOpen: true });
      peer.write(GET);
      await client.noted('ran');
      peer.end();
      return peer.closed();
    },
  },
  'a client half-closes its connection during its upload': {
    build: echoing,
    parses: true,
    async act(client) {
      const peer = await client.connect({ allowHalfOpen: true });
      peer.write(UPLOAD.slice(0, headEnd + 10));
      await client.ordinary(NEXT);
      peer.end();
      await client.noted('closed');
      return peer.closed();
    },
  },
  'a client stalls in its headers': {
    build: echoing,
    parses: true,
    server: timeouts,
    async act(client) {
      const peer = await client.connect();
      peer.write(UPLOAD.slice(0, 30));
      return client.expire(peer);
    },
  },
  'a client stalls in its body': {
    build: echoing,
    parses: true,
    server: timeouts,
    async act(client) {
      const peer = await client.connect();
      const arrival = client.arrival();
      peer.write(UPLOAD.slice(0, headEnd + 10));
      await arrival;
      const received = await client.expire(peer);
      await client.noted('closed');
      return received;
    },
  },
  'a client does not read the response, and leaves': {
    build: streaming,
    async act(client) {
      const peer = await client.connect();
      await peer.write(GET).until('xxx');
      peer.stall();
      await client.ordinary(NEXT);
      peer.leave();
      await client.noted('closed');
    },
  },
  'a client that does not send HTTP': {
    build: echoing,
    parses: true,
    async act(client) {
      const peer = await client.connect();
      return peer.write('\x16\x03\x01\x02\x00nonsense\r\n\r\n').closed();
    },
  },
};

/** Reads the start of a large response, stops reading, and disconnects. */
function disconnecting(url: string, disconnect: Disconnect, text: string): Fault['act'] {
  return async (client) => {
    const peer = await client.connect();
    await peer.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`).until('xxx');
    peer.stall()[disconnect]();
    await client.noted(text);
  };
}

/** Larger than the system's socket buffers. */
function largeFile(folder: string): string {
  const file = path.join(folder, 'file.txt');
  writeFileSync(file, 'x'.repeat(100_000));
  truncateSync(file, 30_000_000);
  return file;
}
