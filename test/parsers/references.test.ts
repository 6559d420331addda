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

for (const [kind, { body, headers, error = false }] of Object.entries(BODIES)) {
  test(`the reader of a body that ${kind} retains nothing of the request afterwards`, async () => {
    const readers: object[] = [];
    const hook = createHook({
      init: (_id, type, _trigger, resource) => {
        if (type === 'MaglevBody') readers.push(resource);
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
    assert.equal(readers.length, 1);
    const held = Object.entries(readers[0]!).filter(([name, value]) => isOfRequest(name, value));
    assert.deepEqual(held, []);
  });
}

/** The listeners, the options and the counters of a reader may stay. */
function isOfRequest(name: string, value: unknown): boolean {
  if (typeof value === 'function') return !name.startsWith('on');
  if (typeof value === 'string') return value.length > 0;
  if (typeof value !== 'object' || value === null) return false;
  return !('limit' in value);
}
