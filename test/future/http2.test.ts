/** On a Node that stores headers under another symbol, middleware that calls HTTP/1's `setHeader` works over HTTP/2. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScript } from '../support/script.js';
import { CONDITIONS } from './conditions.js';

const conditions = {
  'where kOutHeaders is': [],
  'under another symbol': CONDITIONS['headers are stored under another symbol'],
};

for (const [condition, flags] of Object.entries(conditions)) {
  test(`a cookie is set by HTTP/1's setHeader on a response of HTTP/2: headers ${condition}`, async () => {
    // As the package cookies does, which cookie-session uses.
    const program = `
      import { once } from 'node:events';
      import http from 'node:http';
      import http2 from 'node:http2';
      import maglev from './src/index.js';
      const app = maglev();
      app.get('/', (_req, res) => {
        http.OutgoingMessage.prototype.setHeader.call(res, 'Set-Cookie', ['a=b', 'c=d']);
        res.send('x');
      });
      const server = http2.createServer(app).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const session = http2.connect('http://127.0.0.1:' + server.address().port);
      const [headers] = await once(session.request({ ':path': '/' }), 'response');
      console.log(JSON.stringify(headers['set-cookie'] ?? null));
      session.destroy();
      server.close();
    `;
    assert.deepEqual(JSON.parse(await runScript(program, flags)), ['a=b', 'c=d']);
  });
}
