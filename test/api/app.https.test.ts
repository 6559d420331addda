import assert from 'node:assert/strict';
import https from 'node:https';
import { test } from 'node:test';
import tls from 'node:tls';
import { listening, suite } from '../support/api.js';

// A shared key instead of a certificate: real TLS, and nothing in the repository that expires.
const key = Buffer.from('a key that both sides of the test know');
const secure = { ciphers: 'PSK+HIGH', maxVersion: 'TLSv1.2', minVersion: 'TLSv1.2' } as const;

const askSecurely = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = tls.connect({
      ...secure,
      port,
      host: '127.0.0.1',
      pskCallback: () => ({ psk: key, identity: 'test' }),
      checkServerIdentity: () => undefined,
    });
    socket.on('secureConnect', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });

suite('an application over https', (framework) => {
  test('knows that it is secure, and has its own messages', async () => {
    const app = framework();
    app.use((req: any, res: any) => {
      res.send(`${req.protocol} ${req.secure} ${req.ip} ${Object.getPrototypeOf(req) === app.request}`);
    });
    const server = https.createServer({ ...secure, pskCallback: () => key }, app).listen(0, '127.0.0.1');
    const port = await listening(server);
    for (let request = 0; request < 3; request++) {
      assert.match(await askSecurely(port), /\r\n\r\nhttps true 127\.0\.0\.1 true$/);
    }
    server.close();
  });
});
