import assert from 'node:assert/strict';
import { test } from 'node:test';
import { responseOf, suite } from '../support/api.js';

suite('res.end', (framework, _line, version) => {
  test('adds no headers', async () => {
    const { raw } = await responseOf(framework, (_req, res) => res.end('x'));
    // In HTTP/1, Node adds the length to delimit the body.
    const length = version === 1 ? 'Content-Length: 1\r\n' : '';
    assert.equal(raw, `HTTP/1.1 200 OK\r\nX-Powered-By: *\r\nConnection: close\r\n${length}\r\nx`);
  });

  test('calls its callback', async () => {
    await new Promise<void>((resolve) => {
      responseOf(framework, (_req, res) => res.end('x', resolve));
    });
  });
});
