import assert from 'node:assert/strict';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { JSON_TYPE, post, suite } from './support.js';

const body = JSON.stringify({ a: 'é'.repeat(5000) });
type Compress = (bytes: string | Buffer) => Buffer;

const { zstdCompressSync } = zlib as unknown as { zstdCompressSync?: Compress };
const codecs: Record<string, Compress | undefined> = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: zlib.brotliCompressSync,
  zstd: zstdCompressSync,
};

suite('inflate', ({ json }) => {
  for (const [name, codec] of Object.entries(codecs)) {
    const headers = { ...JSON_TYPE, 'content-encoding': name };
    // Node has zstd since 22.15. If the runtime lacks a codec, the tests check that it is rejected.
    const skip = codec === undefined && `Node ${process.version} has no ${name}`;
    const compress = codec as Compress;

    if (skip) {
      test(`rejects ${name} if the runtime lacks it`, async () => {
        const { error } = await post(json(), '{}', { headers });
        assert.deepEqual([error.status, error.type, error.encoding], [415, 'encoding.unsupported', name]);
      });
    }

    test(`inflates ${name}, in one chunk and in several`, { skip }, async () => {
      const bytes = compress(body);
      assert.deepEqual((await post(json(), bytes, { headers })).body, JSON.parse(body));
      const chunks = [bytes.subarray(0, 10), bytes.subarray(10, 20), bytes.subarray(20)];
      assert.deepEqual((await post(json(), '', { headers, chunks })).body, JSON.parse(body));
    });

    test(`applies the limit to the inflated bytes of ${name}`, { skip }, async () => {
      const bomb = compress(Buffer.alloc(20_000_000, 32));
      const { error } = await post(json(), bomb, { headers });
      assert.deepEqual([error.status, error.type, error.limit], [413, 'entity.too.large', 102_400]);
      assert.ok(error.received < 102_400 + 2 * 65_536, `stopped at ${error.received}`);
    });

    test(`reports invalid ${name}`, { skip }, async () => {
      const { error } = await post(json(), 'not compressed at all', { headers });
      assert.equal(error.status, 400);
      assert.equal(typeof error.code, 'string');
    });
  }

  test('accepts the encoding in any case', async () => {
    const headers = { ...JSON_TYPE, 'content-encoding': 'GZip' };
    assert.deepEqual((await post(json(), zlib.gzipSync('{}'), { headers })).body, {});
  });

  test('rejects unknown encodings, and all encodings with inflate: false', async () => {
    const odd = (await post(json(), '{}', { headers: { ...JSON_TYPE, 'content-encoding': 'odd' } })).error;
    assert.deepEqual([odd.status, odd.type, odd.encoding], [415, 'encoding.unsupported', 'odd']);
    assert.equal(odd.message, 'unsupported content encoding "odd"');
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
    const none = (await post(json({ inflate: false }), zlib.gzipSync('{}'), { headers })).error;
    assert.deepEqual([none.status, none.type, none.encoding], [415, 'encoding.unsupported', 'gzip']);
  });
});
