import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, suite } from '../support/api.js';

suite('res.end', (framework) => {
  test('adds nothing to what was set', async () => {
    const { raw } = await answer(framework, (_req, res) => res.end('x'));
    assert.equal(
      raw,
      'HTTP/1.1 200 OK\r\nX-Powered-By: *\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx',
    );
  });

  test('calls back', async () => {
    await new Promise<void>((resolve) => {
      answer(framework, (_req, res) => res.end('x', resolve));
    });
  });
});
