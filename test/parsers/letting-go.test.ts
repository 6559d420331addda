import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import test from 'node:test';
import { deflateSync } from 'node:zlib';
import { json } from '../../src/parsers.js';
import { lines, responseOf } from '../support/api.js';

const BODIES: Record<string, { body: string | Buffer; headers?: Record<string, string>; error?: boolean }> = {
  'is parsed': { body: '{"a":1}' },
  'is long': { body: JSON.stringify('long '.repeat(20_000).split(' ')) },
  'is inflated': { body: deflateSync('{"a":1}'), headers: { 'Content-Encoding': 'deflate' } },
  'is broken': { body: '{"a":', error: true },
  'is too large': { body: `["${'a'.repeat(300_000)}"]`, error: true },
};

for (const [what, { body, headers, error = false }] of Object.entries(BODIES)) {
  test(`what has read a body that ${what} holds nothing of the request afterwards`, async () => {
    const readings: object[] = [];
    const hook = createHook({
      init: (_id, type, _trigger, resource) => {
        if (type === 'MaglevBody') readings.push(resource);
      },
    }).enable();
    try {
      const parse = json({ limit: '200kb' });
      let failed = false;
      await responseOf(
        lines[5].maglev,
        (req, res) =>
          parse(req, res, (failure: unknown) => {
            failed = failure !== undefined;
            res.send('read');
          }),
        { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body },
      );
      assert.equal(failed, error);
    } finally {
      hook.disable();
    }
    assert.equal(readings.length, 1);
    const held = Object.entries(readings[0]!).filter(([name, value]) => isOfRequest(name, value));
    assert.deepEqual(held, []);
  });
}

/** Its listeners, its plan and what it counted may stay. */
function isOfRequest(name: string, value: unknown): boolean {
  if (typeof value === 'function') return !name.startsWith('on');
  if (typeof value === 'string') return value.length > 0;
  if (typeof value !== 'object' || value === null) return false;
  return !('limit' in value);
}
