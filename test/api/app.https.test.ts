import assert from 'node:assert/strict';
import https from 'node:https';
import { test } from 'node:test';
import { listening, suite } from '../support/api.js';
import { connectTls, tlsServer } from '../support/tls.js';

const sendOverTls = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connectTls(port);
    socket.on('secureConnect', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });

suite('an application over https', (framework) => {
  test('sets req.protocol and req.secure, and uses its own request prototype', async () => {
    const app = framework();
    app.use((req: any, res: any) => {
      res.send(`${req.protocol} ${req.secure} ${req.ip} ${Object.getPrototypeOf(req) === app.request}`);
    });
    const server = https.createServer(tlsServer, app).listen(0, '127.0.0.1');
    const port = await listening(server);
    for (let request = 0; request < 3; request++) {
      assert.match(await sendOverTls(port), /\r\n\r\nhttps true 127\.0\.0\.1 true$/);
    }
    server.close();
  });
});
