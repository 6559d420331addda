import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { test } from 'node:test';
import { findEarlyMembers } from '../../src/server/early-names.js';
import { exchange, listening, suite } from '../support/api.js';

const PLAIN = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const UPGRADE = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';
const [major = 0] = process.versions.node.split('.').map(Number);

suite('the messages of a server', (framework, _line, version) => {
  if (version === 2) return;

  test('are of the classes that Node had when the server was created', async () => {
    assert.equal(findEarlyMembers(), null);
    const app = framework();
    app.use((req: any, res: any) => res.end(String([req.isReplaced, res.isReplaced])));
    const server = http.createServer(app).listen(0, '127.0.0.1');
    const target = { port: await listening(server), host: '127.0.0.1' };
    await exchange(target, PLAIN);
    const { IncomingMessage, ServerResponse } = http;
    try {
      (http as any).IncomingMessage = class extends IncomingMessage {
        isReplaced = true;
      };
      (http as any).ServerResponse = class extends ServerResponse {
        isReplaced = true;
      };
      // Makes the server create Node's messages instead of the application's.
      server.on('checkContinue', app);
      assert.match(String(await exchange(target, PLAIN)), /\r\n\r\n,$/);
    } finally {
      Object.assign(http, { IncomingMessage, ServerResponse });
      server.close();
    }
  });

  test('are plain ones for a callback that decides on upgrades', {
    skip: major < 24 ? 'since Node 24' : false,
  }, async () => {
    assert.equal(findEarlyMembers(), null);
    const seen: unknown[] = [];
    const app = framework();
    app.use((_req: any, res: any) => res.end('handled'));
    const shouldUpgradeCallback = (req: http.IncomingMessage) => {
      const prototype = Object.getPrototypeOf(req);
      seen.push([prototype === http.IncomingMessage.prototype, Object.keys(req)]);
      return false;
    };
    const server = http.createServer({ shouldUpgradeCallback } as http.ServerOptions, app);
    const port = await listening(server.listen(0, '127.0.0.1'));
    for (let i = 0; i < 3; i++) await exchange({ port, host: '127.0.0.1' }, PLAIN);
    const socket = net.connect(port, '127.0.0.1', () => socket.write(UPGRADE));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    server.close();
    assert.deepEqual(seen, [[true, Object.keys(new http.IncomingMessage(null as any))]]);
  });
});
