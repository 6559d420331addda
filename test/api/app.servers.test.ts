import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { by, exchange, listening, sendRequest, sendToPort, suite } from '../support/api.js';

/** Sends two requests to one server: the second shows whether the first has changed the server. */
const sendTwice = async (server: http.Server, path: string) => {
  const port = await listening(server);
  try {
    return [await sendToPort(port, path), await sendToPort(port, path)];
  } finally {
    server.close();
  }
};

const local = (server: http.Server) => server.listen(0, '127.0.0.1');

suite('an application on a server', (framework, line, version) => {
  const show = (app: any) =>
    app.get('/', (req: any, res: any) => {
      const own = Object.getPrototypeOf(req) === app.request && Object.getPrototypeOf(res) === app.response;
      res.json([
        own,
        req.constructor.name,
        res.constructor.name,
        by(line, { 5: req.hostname, 4: req.hostname, 3: req.host }),
        'body' in req,
        'cookies' in req,
      ]);
    });
  const expected = '[true,"IncomingMessage","ServerResponse","127.0.0.1",false,false]';
  const mixed = '[false,"Http2ServerRequest","Http2ServerResponse","127.0.0.1",false,false]';

  test('sets its own prototypes, whoever created the server', async () => {
    for (const make of [
      (app: any) => app.listen(0, '127.0.0.1'),
      (app: any) => local(http.createServer(app)),
    ]) {
      for (const { body } of await sendTwice(make(show(framework())), '/')) assert.equal(body, expected);
    }
  });

  test('uses a replaced prototype, whether replaced before or after listening', async () => {
    const replace = (app: any) => {
      app.request = Object.create(app.request, { extra: { value: 'extra' } });
      app.response = Object.create(app.response, { extra: { value: 'too' } });
    };
    const make = () => {
      const app = framework();
      app.get('/', (req: any, res: any) => res.send(`${req.extra} ${res.extra}`));
      return app;
    };
    const early = make();
    replace(early);
    for (const { body } of await sendTwice(early.listen(0, '127.0.0.1'), '/'))
      assert.equal(body, 'extra too');
    const late = make();
    const server = late.listen(0, '127.0.0.1');
    replace(late);
    for (const { body } of await sendTwice(server, '/')) assert.equal(body, 'extra too');
  });

  test('shares a server with other listeners, which can assign read-only properties', async () => {
    const app = framework();
    app.get('/', (req: any, res: any) => res.json(req.query));
    const server = http.createServer((req: any, res) => {
      req.query = { own: true };
      app(req, res);
    });
    for (const { body } of await sendTwice(local(server), '/?a=1')) assert.equal(body, '{"own":true}');
  });

  test('shares a server with another application', async () => {
    const [one, two] = [framework(), framework()];
    one.get('/one', (req: any, res: any) => res.send(String(req.app === one)));
    two.get('/two', (req: any, res: any) => res.send(String(req.app === two)));
    const server = http.createServer((req, res) => (req.url === '/one' ? one : two)(req, res));
    const port = await listening(local(server));
    for (const path of ['/one', '/two', '/one', '/two'])
      assert.equal((await sendToPort(port, path)).body, 'true');
    server.close();
  });

  for (const [title, make] of Object.entries<(app: any) => http.Server>({
    'its own server': (app) => app.listen(0, '127.0.0.1'),
    "the user's server": (app) => local(http.createServer(app)),
  })) {
    test(`leaves upgrade requests on ${title} to other listeners, with the prototype of Node`, async () => {
      const app = framework();
      app.get('/', (_req: any, res: any) => res.end());
      const server = make(app);
      const port = await listening(server);
      await sendToPort(port);
      server.on('upgrade', (req: any, socket) => {
        const plain = Object.getPrototypeOf(req) === http.IncomingMessage.prototype;
        req.query = { written: true };
        socket.end(`HTTP/1.1 101 Switching Protocols\r\n\r\n${plain} ${JSON.stringify(req.query)}`);
      });
      const upgrade = 'GET /?a=1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n';
      const bytes = await exchange({ port, host: '127.0.0.1' }, upgrade);
      assert.match(bytes.toString(), /true \{"written":true\}$/);
      server.close();
    });
  }

  test('receives requests through http.Server.prototype.emit, which tracing agents replace', async () => {
    const { emit } = http.Server.prototype;
    const server: http.Server = show(framework()).listen(0, '127.0.0.1');
    const port = await listening(server);
    const events: string[] = [];
    http.Server.prototype.emit = function (this: any, event: any, ...args: any[]) {
      events.push(event);
      return (emit as any).call(this, event, ...args);
    } as typeof emit;
    try {
      await sendToPort(port);
    } finally {
      http.Server.prototype.emit = emit;
      server.close();
    }
    assert.deepEqual(
      events.filter((event) => event === 'request'),
      ['request'],
    );
  });

  test('does not need a socket with a reference to its server', async () => {
    const app = show(framework());
    const { body } = await sendRequest((req: any, res: any) => {
      Object.defineProperty(req, 'socket', { value: { remoteAddress: '127.0.0.1' } });
      app.handle(req, res, () => res.end());
    });
    assert.equal(body, version === 1 ? expected : mixed);
  });
});
