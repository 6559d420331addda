import assert from 'node:assert/strict';
import { test } from 'node:test';
import { responseOf, suite } from '../support/api.js';

suite('res.end', (framework, _line, version) => {
  test('adds nothing to what was set', async () => {
    const { raw } = await responseOf(framework, (_req, res) => res.end('x'));
    // Node adds the length for the sake of the connection, which in HTTP/2 does not need it.
    const length = version === 1 ? 'Content-Length: 1\r\n' : '';
    assert.equal(raw, `HTTP/1.1 200 OK\r\nX-Powered-By: *\r\nConnection: close\r\n${length}\r\nx`);
  });

  test('calls back', async () => {
    await new Promise<void>((resolve) => {
      responseOf(framework, (_req, res) => res.end('x', resolve));
    });
  });
});
