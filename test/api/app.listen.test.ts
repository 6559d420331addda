import assert from 'node:assert/strict';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { appWith, by, exchange, listening, sendToPort, suite } from '../support/api.js';
import { folder } from '../support/api-folder.js';

const closed = (server: http.Server) => new Promise((resolve) => server.close(resolve));

suite('app.listen', (framework, line) => {
  const hello = () => appWith(framework, (_req, res) => res.send('hello'));

  test('returns a server of Node, on a port of its choice', async () => {
    const server = hello().listen();
    assert.equal(server instanceof http.Server, true);
    const port = await listening(server);
    assert.equal((await sendToPort(port)).body, 'hello');
    await closed(server);
  });

  test('calls back without an error, on the server', async () => {
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
    'port as text': ['0'],
  })) {
    test(`takes ${form}`, async () => {
      const server: http.Server = await new Promise((resolve, reject) => {
        const made = hello().listen(...args, (error?: Error) => (error ? reject(error) : resolve(made)));
      });
      assert.equal((await sendToPort(await listening(server))).body, 'hello');
      await closed(server);
    });
  }

  test('takes the path of a socket', async () => {
    const socket = path.join(folder({}), 'app.sock');
    const server: http.Server = await new Promise((resolve) => {
      const made = hello().listen(socket, () => resolve(made));
    });
    const bytes = await exchange({ path: socket }, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    assert.match(bytes.toString(), /hello$/);
    await closed(server);
  });

  if (line === 5)
    test('gives the error to the callback, once', async () => {
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
    test('does not call back twice when the server fails later', async () => {
      let calls = 0;
      const server: http.Server = await new Promise((resolve) => {
        const made = hello().listen(0, () => {
          calls++;
          resolve(made);
        });
      });
      server.emit('error', new Error('later'));
      assert.equal(calls, 1);
      await closed(server);
    });

  if (line === 4)
    test('leaves errors to those who listen for them', async () => {
      const first = hello().listen(0, '127.0.0.1');
      const port = await listening(first);
      let calls = 0;
      const second: http.Server = hello().listen(port, '127.0.0.1', () => calls++);
      const error: any = await new Promise((resolve) => second.once('error', resolve));
      assert.deepEqual([error.code, calls], ['EADDRINUSE', 0]);
      await closed(first);
    });

  test('leaves the router to be made by those who register, with the settings of then', async () => {
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

  test('does not mind what the user calls compile, here and in what is mounted', async () => {
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

  test('asks Node for a server as tests that put another in place expect', () => {
    const app = framework();
    const { createServer } = http;
    const calls: unknown[][] = [];
    const note =
      (name: string) =>
      (...args: unknown[]) => {
        calls.push([name, ...args]);
        return double;
      };
    const double = by<any>(line, {
      5: { listen: note('listen'), once: note('once') },
      4: { listen: note('listen') },
    });
    const called = () => {};
    http.createServer = note('createServer') as any;
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
    test('hands on what the callback returned the first time', () => {
      const { createServer } = http;
      let given: any;
      const double = { listen: (callback: unknown) => (given = callback), once: () => {} };
      http.createServer = (() => double) as any;
      try {
        framework().listen((...args: unknown[]) => args);
      } finally {
        http.createServer = createServer;
      }
      assert.deepEqual([given('first'), given('second')], [['first'], ['first']]);
    });

  test('throws bad arguments at once', () => {
    assert.throws(() => hello().listen(70000), { code: 'ERR_SOCKET_BAD_PORT' });
  });
});
