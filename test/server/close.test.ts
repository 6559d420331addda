import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import maglev5 from '../../src/index.js';
import maglev4 from '../../src/v4.js';
import { maglev3 } from '../support/api-express3.js';
import { HANGS } from '../support/patience.js';

/** What a test that fails would leave open. */
const open: (() => unknown)[] = [];

function release(): void {
  for (const end of open.splice(0)) end();
}

/** What is wrong here shows as something that never comes. */
function check(name: string, run: () => unknown): void {
  it(name, { timeout: HANGS }, run as () => Promise<void>);
}

/** A connection, and what has come over it. */
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

/** An application that listens; `asked` resolves with the response to the request for `/wait`, which waits for a test. */
async function started(maglev: any) {
  const app = maglev();
  let hand: (res: any) => void;
  const asked = new Promise<any>((resolve) => (hand = resolve));
  app.get('/', (_req: any, res: any) => res.send('hello'));
  app.get('/wait', (_req: any, res: any) => hand(res));
  const server: Server = app.listen(0, '127.0.0.1');
  open.push(() => server.close());
  // By itself no connection ends.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  return { app, server, asked };
}

const lines: [string, any][] = [
  ['5.x', maglev5],
  ['4.x', maglev4],
  ['3.x', maglev3],
];

for (const [line, maglev] of lines) {
  describe(`app.close (${line})`, () => {
    afterEach(release);

    check('is not listed among the members', () => {
      const app = maglev();
      assert.equal(typeof app.close, 'function');
      assert.ok(!Object.keys(app).includes('close'));
    });

    check('watches a server by one listener for an event', async () => {
      const { server } = await started(maglev);
      const plain = createServer();
      for (const event of server.eventNames().filter((name) => name !== 'request')) {
        assert.ok(server.listenerCount(event) <= plain.listenerCount(event) + 1, String(event));
      }
    });

    check('closes idle connections at once and refuses new ones', async () => {
      const { app, server } = await started(maglev);
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

    check('closes connections on which nothing was asked', async () => {
      const { app, server } = await started(maglev);
      const client = new Client(server);
      await once(server, 'connection');
      await app.close();
      await client.ended;
    });

    check('finishes an answer that has not begun, and says that the connection ends', async () => {
      const { app, server, asked } = await started(maglev);
      const client = new Client(server);
      client.get('/wait');
      const res = await asked;
      const closed = app.close();
      res.send('late');
      await closed;
      await client.ended;
      assert.match(client.received, /^HTTP\/1\.1 200 OK\r\n/);
      assert.match(client.received, /\r\nConnection: close\r\n/);
      assert.equal(client.body, 'late');
    });

    check('finishes an answer that has begun', async () => {
      const { app, server, asked } = await started(maglev);
      const client = new Client(server);
      client.get('/wait');
      const res = await asked;
      res.setHeader('Content-Length', 6);
      res.write('one');
      await client.until('one');
      const closed = app.close();
      res.end('two');
      await closed;
      await client.ended;
      assert.equal(client.body, 'onetwo');
    });

    check('writes out what has been ended but not sent', async () => {
      const { app, server, asked } = await started(maglev);
      const client = new Client(server);
      client.get('/wait');
      const res = await asked;
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

    check('answers a request of which a part had come, and then closes', async () => {
      const { app, server } = await started(maglev);
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

    check('cuts what is left when the time is over', async () => {
      const { app, server, asked } = await started(maglev);
      const client = new Client(server);
      client.get('/wait');
      await asked;
      const endless = app.close();
      const closed = app.close({ timeout: 1 });
      await client.ended;
      await closed;
      await endless;
      assert.equal(client.received, '');
    });

    check('cuts those who come in at the last moment', async () => {
      for (let round = 0; round < 20; round++) {
        const { app, server } = await started(maglev);
        const clients = Array.from({ length: 5 }, () => new Client(server));
        for (const client of clients) client.get('/wait');
        await app.close({ timeout: 0, idle: 60_000 });
        for (const client of clients) await client.ended;
      }
    });

    check('cuts connections that have become something else', async () => {
      const { app, server } = await started(maglev);
      server.on('upgrade', (_req, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
      const client = new Client(server);
      client.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\n');
      await client.until('101');
      await app.close({ timeout: 0 });
      await client.ended;
    });

    check('resolves again at once after a request has been waited for', async () => {
      const { app, server, asked } = await started(maglev);
      const client = new Client(server);
      client.get('/wait');
      const res: any = await asked;
      const closed = app.close();
      res.send('answered');
      await closed;
      await app.close();
      await client.ended;
      assert.match(client.received, /answered$/);
    });

    check('waits for and cuts connections that somebody has unreferenced', async () => {
      const { app, server, asked } = await started(maglev);
      const client = new Client(server);
      client.get('/wait');
      const res: any = await asked;
      res.socket.unref();
      const closed = app.close({ timeout: 1 });
      await client.ended;
      await closed;
    });

    check('resolves again, and without a server', async () => {
      await maglev().close();
      const { app, server } = await started(maglev);
      const both = [app.close(), app.close()];
      await Promise.all(both);
      await app.close();
      assert.equal(server.listening, false);
    });

    check('closes every server, also one that is about to listen or is closing already', async () => {
      const { app, server } = await started(maglev);
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

    check('ends the connections of a server that is closing already, after their answers', async () => {
      const { app, server, asked } = await started(maglev);
      const client = new Client(server);
      client.get('/wait');
      const res = await asked;
      server.close();
      const closed = app.close();
      res.send('late');
      await closed;
      await client.ended;
      assert.match(client.received, /\r\nConnection: close\r\n/);
      assert.equal(client.body, 'late');
    });

    check('does not wait for a server that could not listen', async () => {
      const { app, server } = await started(maglev);
      const second = maglev();
      const failed: Server = second.listen((server.address() as AddressInfo).port, '127.0.0.1');
      failed.on('error', () => {});
      await second.close();
      await second.close();
      await app.close();
    });

    check('leaves servers alone that others made', async () => {
      const { app, server } = await started(maglev);
      const own = net.createServer().listen(0);
      await once(own, 'listening');
      await maglev().close();
      assert.deepEqual([own.listening, server.listening], [true, true]);
      own.close();
      await app.close();
    });

    check('calls back, with options and without', async () => {
      for (const options of [[], [{ timeout: 60_000 }], [undefined]]) {
        const { app } = await started(maglev);
        const args = await new Promise((resolve) =>
          app.close(...options, (...all: unknown[]) => resolve(all)),
        );
        assert.deepEqual(args, []);
      }
    });

    check('lets idle connections bring one more request, for the time that they have', async () => {
      const { app, server } = await started(maglev);
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

    check('refuses times that are none', () => {
      for (const time of [-1, Number.NaN, '5', null, 2 ** 31]) {
        for (const [what, name] of [
          ['a timeout', 'timeout'],
          ['an idle', 'idle'],
        ] as const) {
          assert.throws(() => maglev().close({ [name]: time }), {
            name: 'TypeError',
            message: `close() takes ${what} in milliseconds, from 0 to 2147483647, but got ${time}`,
          });
        }
      }
    });

    check('is what disposes of an application', async () => {
      const { app, server } = await started(maglev);
      await app[(Symbol as any).asyncDispose]();
      assert.equal(server.listening, false);
    });

    check('may be replaced', () => {
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
