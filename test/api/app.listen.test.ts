import assert from 'node:assert/strict';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { appWith, by, exchange, listening, sendToPort, suite } from '../support/api.js';
import { folder } from '../support/api-folder.js';

const closed = (server: http.Server) => new Promise((resolve) => server.close(resolve));

suite('app.listen', (framework, line) => {
  const hello = () => appWith(framework, (_req, res) => res.send('hello'));

  test('returns an http.Server on a free port', async () => {
    const server = hello().listen();
    assert.equal(server instanceof http.Server, true);
    const port = await listening(server);
    assert.equal((await sendToPort(port)).body, 'hello');
    await closed(server);
  });

  test('calls the callback without arguments, with the server as this', async () => {
    const seen: any = await new Promise((resolve) => {
      const server = hello().listen(0, function (this: unknown, ...args: unknown[]) {
        resolve({ server, self: this, args });
      });
    });
    assert.equal(seen.self, seen.server);
    assert.deepEqual(seen.args, []);
    await closed(seen.server);
  });

  for (const [form, args] of Object.entries<unknown[]>({
    'port and host': [0, '127.0.0.1'],
    'port, host and backlog': [0, '127.0.0.1', 5],
    'port and backlog': [0, undefined, 5],
    options: [{ port: 0, host: '127.0.0.1' }],
    'port as a string': ['0'],
  })) {
    test(`takes ${form}`, async () => {
      const server: http.Server = await new Promise((resolve, reject) => {
        const started = hello().listen(...args, (error?: Error) =>
          error ? reject(error) : resolve(started),
        );
      });
      assert.equal((await sendToPort(await listening(server))).body, 'hello');
      await closed(server);
    });
  }

  test('takes the path of a Unix socket', async () => {
    const socket = path.join(folder({}), 'app.sock');
    const server: http.Server = await new Promise((resolve) => {
      const started = hello().listen(socket, () => resolve(started));
    });
    const bytes = await exchange({ path: socket }, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    assert.match(bytes.toString(), /hello$/);
    await closed(server);
  });

  if (line === 5)
    test('passes the error to the callback, once', async () => {
      const first = hello().listen(0, '127.0.0.1');
      const port = await listening(first);
      const errors: any[] = [];
      const second: http.Server = hello().listen(port, '127.0.0.1', (error: any) => errors.push(error));
      await new Promise((resolve) => second.once('error', resolve));
      assert.deepEqual(
        errors.map((error) => error.code),
        ['EADDRINUSE'],
      );
      second.on('error', () => {});
      second.emit('error', new Error('again'));
      assert.equal(errors.length, 1);
      await closed(first);
    });

  if (line === 5)
    test('does not call the callback again if the server fails later', async () => {
      let calls = 0;
      const server: http.Server = await new Promise((resolve) => {
        const started = hello().listen(0, () => {
          calls++;
          resolve(started);
        });
      });
      server.emit('error', new Error('later'));
      assert.equal(calls, 1);
      await closed(server);
    });

  if (line === 4)
    test("emits 'error' and does not call the callback", async () => {
      const first = hello().listen(0, '127.0.0.1');
      const port = await listening(first);
      let calls = 0;
      const second: http.Server = hello().listen(port, '127.0.0.1', () => calls++);
      const error: any = await new Promise((resolve) => second.once('error', resolve));
      assert.deepEqual([error.code, calls], ['EADDRINUSE', 0]);
      await closed(first);
    });

  test('does not create the router, so that settings can change until the first route', async () => {
    const app = framework();
    const server: http.Server = app.listen(0, '127.0.0.1');
    app.enable('strict routing');
    app.enable('case sensitive routing');
    app.get('/Foo', (_req: any, res: any) => res.end());
    const port = await listening(server);
    const statuses = [];
    for (const path of ['/Foo', '/Foo/', '/foo']) statuses.push((await sendToPort(port, path)).status);
    await closed(server);
    assert.deepEqual(statuses, [200, 404, 404]);
  });

  test('ignores a compile property of the user, also on a mounted application', async () => {
    const [app, inner] = [framework(), framework()];
    app.compile = true;
    inner.compile = () => assert.fail('called');
    inner.get('/', (_req: any, res: any) => res.end('inner'));
    app.use('/in', inner);
    const server: http.Server = app.listen(0, '127.0.0.1');
    const { body } = await sendToPort(await listening(server), '/in');
    await closed(server);
    assert.equal(body, 'inner');
  });

  test('calls http.createServer, which tests replace, with the same arguments as Express', () => {
    const app = framework();
    const { createServer } = http;
    const calls: unknown[][] = [];
    const record =
      (name: string) =>
      (...args: unknown[]) => {
        calls.push([name, ...args]);
        return double;
      };
    const double = by<any>(line, {
      5: { listen: record('listen'), once: record('once') },
      4: { listen: record('listen') },
    });
    const called = () => {};
    http.createServer = record('createServer') as any;
    try {
      assert.equal(app.listen(3000), double);
      assert.equal(app.listen(3000, 'host', called), double);
    } finally {
      http.createServer = createServer;
    }
    const callback: any = calls.at(-1)!.at(-1);
    assert.deepEqual(calls, [
      ['createServer', app],
      ['listen', 3000],
      ['createServer', app],
      ...by(line, { 5: [['once', 'error', callback]], 4: [] }),
      ['listen', 3000, 'host', callback],
    ]);
    assert.equal(callback === called, line !== 5);
  });

  if (line === 5)
    test('calls the callback once and returns its first result again', () => {
      const { createServer } = http;
      let listener: any;
      const double = { listen: (callback: unknown) => (listener = callback), once: () => {} };
      http.createServer = (() => double) as any;
      try {
        framework().listen((...args: unknown[]) => args);
      } finally {
        http.createServer = createServer;
      }
      assert.deepEqual([listener('first'), listener('second')], [['first'], ['first']]);
    });

  test('gives the callback to the server with its own properties', () => {
    const { createServer } = http;
    let listener: any;
    const double = { listen: (callback: unknown) => (listener = callback), once: () => {} };
    const callback = Object.assign(() => 'called', { mine: 1, [Symbol('mine')]: 2 });
    http.createServer = (() => double) as any;
    try {
      framework().listen(callback);
    } finally {
      http.createServer = createServer;
    }
    assert.equal(listener.mine, 1);
    if (line !== 5) return;
    assert.equal(inspect(listener), '[Function: f] { called: false, mine: 1 }');
    assert.equal(listener(), 'called');
    assert.equal(inspect(listener), "[Function: f] { called: true, mine: 1, value: 'called' }");
  });

  test('throws immediately for invalid arguments', () => {
    assert.throws(() => hello().listen(70000), { code: 'ERR_SOCKET_BAD_PORT' });
  });
});
