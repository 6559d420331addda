/** The fast path of connections: who observes exchanges from outside sees each of them. */
import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { PerformanceObserver } from 'node:perf_hooks';
import { before, describe, it } from 'node:test';
import { tryFastPaths } from '../../src/fast-paths.js';
import { areConnectionsTaken } from '../../src/server/connection.js';
import { type Framework, lines, listening } from '../support/api.js';

const isOff = process.env.MAGLEV_FAST_PATH === 'off';
const GET = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';

interface Client {
  readonly server: http.Server;
  readonly socket: net.Socket;
  /** Sends a request, and resolves with the response, which has to fit into one chunk. */
  get(): Promise<string>;
  close(): void;
}

async function connect(app: Framework, prepare: (server: http.Server) => void = () => {}): Promise<Client> {
  const server: http.Server = http.createServer(app);
  prepare(server);
  const port = await listening(server.listen(0, '127.0.0.1'));
  const socket = net.connect(port, '127.0.0.1');
  return {
    server,
    socket,
    async get() {
      socket.write(GET);
      const [data] = await once(socket, 'data');
      return String(data);
    },
    close() {
      socket.destroy();
      server.close();
    },
  };
}

function sampleApp(line: 5 | 4 | 3): Framework {
  const app = lines[line].maglev();
  app.get('/a', (_req: any, res: any) => res.send('a'));
  return app;
}

describe('a connection', { skip: isOff ? 'the fast path is off' : false }, () => {
  before(() => {
    tryFastPaths();
    assert.equal(areConnectionsTaken(), true);
  });

  for (const line of [5, 4, 3] as const) {
    it(`is taken over on ${line}.x, and its responses have no listeners`, async () => {
      const app = lines[line].maglev();
      const seen: boolean[] = [];
      app.get('/a', (req: any, res: any) => {
        seen.push(Object.hasOwn(req.socket.parser, 'onIncoming') && Object.keys(res).includes('_events'));
        res.send('a');
        seen.push(req.socket._httpMessage === res && res.finished);
      });
      const client = await connect(app);
      for (let i = 0; i < 3; i++) assert.match(await client.get(), /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\na$/);
      client.close();
      assert.deepEqual(new Set(seen), new Set([true]));
    });
  }

  it('is measured by performance observers, from when they begin', async () => {
    const client = await connect(sampleApp(5));
    for (let i = 0; i < 3; i++) await client.get();
    const entries: unknown[] = [];
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
    observer.observe({ entryTypes: ['http'] });
    for (let i = 0; i < 3; i++) await client.get();
    while (entries.length < 3) await new Promise((resolve) => setImmediate(resolve));
    observer.disconnect();
    await client.get();
    client.close();
    assert.equal(entries.length, 3);
  });

  for (const name of ['http.server.request.start', 'http.server.response.finish']) {
    it(`is published on ${name}`, async () => {
      const client = await connect(sampleApp(5));
      await client.get();
      const seen: string[] = [];
      const subscriber = ({ request, response }: any): void =>
        void seen.push(`${request.url} ${response.statusCode}`);
      diagnostics.subscribe(name, subscriber);
      await client.get();
      await client.get();
      diagnostics.unsubscribe(name, subscriber);
      await client.get();
      client.close();
      assert.deepEqual(seen, ['/a 200', '/a 200']);
    });
  }

  for (const [prototype, name] of [
    [http.IncomingMessage.prototype, '_dump'],
    [http.IncomingMessage.prototype, 'push'],
    [http.ServerResponse.prototype, 'detachSocket'],
    [http.ServerResponse.prototype, 'assignSocket'],
    [http.ServerResponse.prototype, '_finish'],
  ] as [any, string][]) {
    it(`is left to Node while ${name} is wrapped`, async () => {
      const client = await connect(sampleApp(5));
      await client.get();
      const original = prototype[name];
      const own = Object.hasOwn(prototype, name);
      let calls = 0;
      prototype[name] = function (...args: unknown[]) {
        calls++;
        return original.apply(this, args);
      };
      try {
        await client.get();
        await client.get();
      } finally {
        if (own) prototype[name] = original;
        else delete prototype[name];
      }
      const counted = calls;
      await client.get();
      client.close();
      assert.ok(counted >= 2, `${counted} calls`);
      assert.equal(calls, counted);
    });
  }

  it('adds no listener to a request whose body has been left early', async () => {
    const app = sampleApp(5);
    let request: any;
    app.post('/left', async (req: any, res: any) => {
      request = req;
      for await (const _chunk of req) break;
      res.send('left');
    });
    const client = await connect(app);
    await client.get();
    client.socket.write('POST /left HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello');
    await once(client.socket, 'data');
    await new Promise(setImmediate);
    client.close();
    assert.deepEqual(
      request.listeners('end').map(({ name }: any) => name),
      ['onend'],
    );
  });

  it('is left to Node while somebody listens to the listeners of its socket', async () => {
    const app = sampleApp(5);
    const seen: unknown[] = [];
    app.get('/listen', (req: any, res: any) => {
      req.socket.on('newListener', (name: unknown, { name: listener }: { name: string }) =>
        seen.push([name, listener]),
      );
      res.send('listens');
    });
    const client = await connect(app);
    await client.get();
    client.socket.write(GET.replace('/a', '/listen'));
    await once(client.socket, 'data');
    await client.get();
    await client.get();
    client.close();
    const closing = seen.filter(([name]: any) => name === 'close');
    assert.deepEqual(closing, [
      ['close', 'onServerResponseClose'],
      ['close', 'onServerResponseClose'],
    ]);
  });

  it('is closed when its keep-alive time is over', async () => {
    const client = await connect(sampleApp(5), (server) => {
      server.keepAliveTimeout = 1;
      if ('keepAliveTimeoutBuffer' in server) server.keepAliveTimeoutBuffer = 0;
    });
    const closed = once(client.socket, 'close');
    await client.get();
    client.socket.resume();
    await closed;
    client.close();
  });

  it('can be upgraded after requests', async () => {
    const client = await connect(sampleApp(5), (server) => {
      server.on('upgrade', (req, socket, head) => {
        const isNodes = Object.getPrototypeOf(req) === http.IncomingMessage.prototype;
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n\r\n${isNodes} ${head}`);
        socket.on('data', (data: Buffer) => socket.end(`echo ${data}`));
      });
    });
    await client.get();
    await client.get();
    client.socket.write(`${GET.slice(0, -2)}Connection: upgrade\r\nUpgrade: x\r\n\r\nhead`);
    let received = '';
    client.socket.on('data', (data) => {
      if (received === '') client.socket.write('more');
      received += data;
    });
    await once(client.socket, 'end');
    client.close();
    assert.match(received, /101 Switching Protocols\r\n\r\ntrue headecho more/);
  });

  it('gives back to Node what many responses do with listeners, and takes it again', async () => {
    let listens = true;
    const app = lines[5].maglev();
    app.get('/a', (_req: any, res: any) => {
      if (listens) res.on('finish', () => {});
      res.send('a');
    });
    const client = await connect(app);
    for (let i = 0; i < 200; i++) await client.get();
    listens = false;
    for (let i = 0; i < 600; i++) assert.match(await client.get(), /\r\n\r\na$/);
    client.close();
  });
});
