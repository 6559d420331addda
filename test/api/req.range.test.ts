import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

const ranges = (size: number, options?: object) => (req: any) => {
  const parsed = req.range(size, options);
  return { parsed, type: parsed?.type };
};

suite('req.range', (framework, line) => {
  test('parses ranges and their unit', async () => {
    const headers = { Range: 'bytes=0-49,60-' };
    assert.deepEqual(await inspect(framework, ranges(100), { headers }), {
      parsed: [
        { start: 0, end: 49 },
        { start: 60, end: 99 },
      ],
      type: 'bytes',
    });
    const users = await inspect(framework, ranges(10), { headers: { Range: 'users=0-3' } });
    assert.equal(users.type, 'users');
  });

  test('is undefined without the header', async () => {
    assert.deepEqual(await inspect(framework, ranges(100)), {});
  });

  test('distinguishes malformed from unsatisfiable ranges', async () => {
    assert.equal((await inspect(framework, ranges(10), { headers: { Range: 'bytes' } })).parsed, -2);
    assert.equal((await inspect(framework, ranges(10), { headers: { Range: 'bytes=20-30' } })).parsed, -1);
  });

  if (line !== 3)
    test('combines overlapping ranges with the combine option', async () => {
      const headers = { Range: 'bytes=0-50,30-80' };
      const { parsed } = await inspect(framework, ranges(100, { combine: true }), { headers });
      assert.deepEqual(parsed, [{ start: 0, end: 80 }]);
    });
});
