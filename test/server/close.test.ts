import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import maglev5 from '../../src/index.js';
import maglev4 from '../../src/v4.js';
import { maglev3 } from '../support/api-express3.js';
import { HANGS } from '../support/patience.js';

/** Functions that release what a failed test leaves open. */
const open: (() => unknown)[] = [];

function release(): void {
  for (const end of open.splice(0)) end();
}

/** A failure usually shows as an event that never comes, so each test has a timeout. */
function check(name: string, run: () => unknown): void {
  it(name, { timeout: HANGS }, run as () => Promise<void>);
}

/** A connection and the data it has received. */
class Client {
  readonly socket: Socket;
  received = '';
  readonly ended: Promise<unknown>;

  constructor(server: Server) {
    this.socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    open.push(() => this.socket.destroy());
    this.socket.on('error', () => {});
    this.socket.on('data', (data) => {
      this.received += data.toString('latin1');
    });
    this.ended = new Promise((resolve) => this.socket.once('close', resolve));
  }

  get(path: string): void {
    this.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  }

  async until(text: string): Promise<void> {
    while (!this.received.includes(text)) await once(this.socket, 'data');
  }

  get body(): string {
    return this.received.slice(this.received.indexOf('\r\n\r\n') + 4);
  }
}

/** Starts an application. `pending` resolves with the response to `/wait`, which a test has to end. */
async function start(maglev: any) {
  const app = maglev();
  let setPending: (res: any) => void;
  const pending = new Promise<any>((resolve) => (setPending = resolve));
  app.get('/', (_req: any, res: any) => res.send('hello'));
  app.get('/wait', (_req: any, res: any) => setPending(res));
  const server: Server = app.listen(0, '127.0.0.1');
  open.push(() => server.close());
  // The server closes no connection by itself.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  return { app, server, pending };
}

const lines: [string, any][] = [
  ['5.x', maglev5],
  ['4.x', maglev4],
  ['3.x', maglev3],
];

for (const [line, maglev] of lines) {
  describe(`app.close (${line})`, () => {
    afterEach(release);

    check('is not enumerable', () => {
      const app = maglev();
      assert.equal(typeof app.close, 'function');
      assert.ok(!Object.keys(app).includes('close'));
    });

    check('adds at most one listener per event to a server', async () => {
      const { server } = await start(maglev);
      const plain = createServer();
      for (const event of server.eventNames().filter((name) => name !== 'request')) {
        assert.ok(server.listenerCount(event) <= plain.listenerCount(event) + 1, String(event));
      }
    });

    check('closes idle connections immediately and refuses new ones', async () => {
      const { app, server } = await start(maglev);
      const client = new Client(server);
      client.get('/');
      await client.until('hello');
      const { port } = server.address() as AddressInfo;
      const closed = app.close();
      await client.ended;
      const late = net.connect(port, '127.0.0.1');
      const [error] = await once(late, 'error');
      assert.equal(error.code, 'ECONNREFUSED');
      assert.equal(await closed, undefined);
      assert.equal(server.listening, false);
    });

    check('closes connections without a request', async () => {
      const { app, server } = await start(maglev);
      const client = new Client(server);
      await once(server, 'connection');
      await app.close();
      await client.ended;
    });

    check('finishes a response that has not started, with Connection: close', async () => {
      const { app, server, pending } = await start(maglev);
      const client = new Client(server);
      client.get('/wait');
      const res = await pending;
      const closed = app.close();
      res.send('late');
      await closed;
      await client.ended;
      assert.match(client.received, /^HTTP\/1\.1 200 OK\r\n/);
      assert.match(client.received, /\r\nConnection: close\r\n/);
      assert.equal(client.body, 'late');
    });

    check('finishes a response that has started', async () => {
      const { app, server, pending } = await start(maglev);
      const client = new Client(server);
      client.get('/wait');
      const res = await pending;
      res.setHeader('Content-Length', 6);
      res.write('one');
      await client.until('one');
      const closed = app.close();
      res.end('two');
      await closed;
      await client.ended;
      assert.equal(client.body, 'onetwo');
    });

    check('flushes a response that has ended but has not been sent', async () => {
      const { app, server, pending } = await start(maglev);
      const client = new Client(server);
      client.get('/wait');
      const res = await pending;
      client.socket.pause();
      const body = Buffer.alloc(32 * 1024 * 1024, 'x');
      res.end(body);
      assert.equal(res.writableFinished, false);
      const closed = app.close();
      client.socket.resume();
      await closed;
      await client.ended;
      assert.equal(
        client.body.replace(/^[0-9a-f]+\r\n/, '').replace(/\r\n0\r\n\r\n$/, '').length,
        body.length,
      );
    });

    check('responds to a partially received request, then closes', async () => {
      const { app, server } = await start(maglev);
      const client = new Client(server);
      const connection = once(server, 'connection');
      client.socket.write('GET / HTTP/1.1\r\n');
      const [socket] = await connection;
      while (socket.bytesRead === 0) await new Promise(setImmediate);
      const closed = app.close();
      client.socket.write('Host: x\r\n\r\n');
      await closed;
      await client.ended;
      assert.match(client.received, /\r\nConnection: close\r\n/);
      assert.equal(client.body, 'hello');
    });

    check('destroys the remaining connections after the timeout', async () => {
      const { app, server, pending } = await start(maglev);
      const client = new Client(server);
      client.get('/wait');
      await pending;
      const endless = app.close();
      const closed = app.close({ timeout: 1 });
      await client.ended;
      await closed;
      await endless;
      assert.equal(client.received, '');
    });

    check('destroys connections that arrive at the last moment', async () => {
      for (let round = 0; round < 20; round++) {
        const { app, server } = await start(maglev);
        const clients = Array.from({ length: 5 }, () => new Client(server));
        for (const client of clients) client.get('/wait');
        await app.close({ timeout: 0, idle: 60_000 });
        for (const client of clients) await client.ended;
      }
    });

    check('destroys upgraded connections', async () => {
      const { app, server } = await start(maglev);
      server.on('upgrade', (_req, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
      const client = new Client(server);
      client.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\n');
      await client.until('101');
      await app.close({ timeout: 0 });
      await client.ended;
    });

    check('resolves again immediately after it has waited for a request', async () => {
      const { app, server, pending } = await start(maglev);
      const client = new Client(server);
      client.get('/wait');
      const res: any = await pending;
      const closed = app.close();
      res.send('finished');
      await closed;
      await app.close();
      await client.ended;
      assert.match(client.received, /finished$/);
    });

    check('waits for unreferenced connections and destroys them after the timeout', async () => {
      const { app, server, pending } = await start(maglev);
      const client = new Client(server);
      client.get('/wait');
      const res: any = await pending;
      res.socket.unref();
      const closed = app.close({ timeout: 1 });
      await client.ended;
      await closed;
    });

    check('resolves if called again, and without a server', async () => {
      await maglev().close();
      const { app, server } = await start(maglev);
      const both = [app.close(), app.close()];
      await Promise.all(both);
      await app.close();
      assert.equal(server.listening, false);
    });

    check('closes every server, including one that is about to listen or already closing', async () => {
      const { app, server } = await start(maglev);
      const other: Server = app.listen(0, 'localhost');
      const third: Server = app.listen(0);
      third.close();
      await app.close();
      assert.deepEqual([server.listening, other.listening, third.listening], [false, false, false]);
      const again: Server = app.listen(0);
      await once(again, 'listening');
      await app.close();
      assert.equal(again.listening, false);
    });

    check('closes the connections of a server that is already closing, after their responses', async () => {
      const { app, server, pending } = await start(maglev);
      const client = new Client(server);
      client.get('/wait');
      const res = await pending;
      server.close();
      const closed = app.close();
      res.send('late');
      await closed;
      await client.ended;
      assert.match(client.received, /\r\nConnection: close\r\n/);
      assert.equal(client.body, 'late');
    });

    check('does not wait for a server that could not listen', async () => {
      const { app, server } = await start(maglev);
      const second = maglev();
      const failed: Server = second.listen((server.address() as AddressInfo).port, '127.0.0.1');
      failed.on('error', () => {});
      await second.close();
      await second.close();
      await app.close();
    });

    check('does not close servers that the user created', async () => {
      const { app, server } = await start(maglev);
      const own = net.createServer().listen(0);
      await once(own, 'listening');
      await maglev().close();
      assert.deepEqual([own.listening, server.listening], [true, true]);
      own.close();
      await app.close();
    });

    check('calls its callback, with and without options', async () => {
      for (const options of [[], [{ timeout: 60_000 }], [undefined]]) {
        const { app } = await start(maglev);
        const args = await new Promise((resolve) =>
          app.close(...options, (...all: unknown[]) => resolve(all)),
        );
        assert.deepEqual(args, []);
      }
    });

    check('accepts one more request on idle connections within the idle time', async () => {
      const { app, server } = await start(maglev);
      const [again, fresh, silent] = [new Client(server), new Client(server), new Client(server)];
      again.get('/');
      await again.until('hello');
      const closed = app.close({ idle: 60_000 });
      while (server.listening) await new Promise(setImmediate);
      again.received = '';
      for (const client of [again, fresh]) {
        client.get('/');
        await client.ended;
        assert.match(client.received, /\r\nConnection: close\r\n/);
        assert.equal(client.body, 'hello');
      }
      app.close({ idle: 1 });
      await silent.ended;
      await closed;
    });

    check('throws for invalid times', () => {
      for (const time of [-1, Number.NaN, '5', null, 2 ** 31]) {
        for (const [noun, name] of [
          ['a timeout', 'timeout'],
          ['an idle', 'idle'],
        ] as const) {
          assert.throws(() => maglev().close({ [name]: time }), {
            name: 'TypeError',
            message: `close() takes ${noun} in milliseconds, from 0 to 2147483647, but got ${time}`,
          });
        }
      }
    });

    check('is called by Symbol.asyncDispose', async () => {
      const { app, server } = await start(maglev);
      await app[(Symbol as any).asyncDispose]();
      assert.equal(server.listening, false);
    });

    check('can be replaced', () => {
      const own = () => {};
      const app = maglev();
      app.close = own;
      assert.equal(app.close, own);
      maglev.application.close = own;
      try {
        assert.equal(maglev().close, own);
      } finally {
        delete maglev.application.close;
      }
    });
  });
}
