import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as ours from '../../src/parsers.js';
import { post, suite } from './support.js';

const headers = { 'content-type': 'application/octet-stream' };

suite('raw', ({ raw }) => {
  test('has the name that frameworks look for', () => {
    assert.equal(raw().name, 'rawParser');
  });

  test('sets the body to the bytes, whatever the charset', async () => {
    const bytes = Buffer.from([0, 255, 128]);
    const { body } = await post(raw(), bytes, {
      headers: { 'content-type': 'application/octet-stream; charset=x' },
    });
    assert.ok(Buffer.isBuffer(body));
    assert.deepEqual(body, bytes);
  });

  test('sets the body to an empty buffer for an empty body', async () => {
    const { body } = await post(raw(), '', { headers });
    assert.deepEqual(body, Buffer.alloc(0));
  });

  test('accepts types as extension, wildcard, list and function', async () => {
    const png = { 'content-type': 'image/png' };
    for (const type of [
      'png',
      'image/*',
      '*/*',
      ['gif', 'png'],
      (req: any) => req.headers['content-type'] === 'image/png',
    ]) {
      assert.deepEqual((await post(raw({ type }), 'x', { headers: png })).body, Buffer.from('x'));
    }
    assert.equal((await post(raw({ type: 'gif' }), 'x', { headers: png })).body, undefined);
  });
});

describe('raw without copies (maglev)', () => {
  test('uses the chunk itself if it is the only one', async () => {
    let chunk: Buffer | undefined;
    const spy = (req: any): void => {
      const { push } = req;
      req.push = (data: Buffer | null) => {
        chunk ??= data ?? undefined;
        return push.call(req, data);
      };
    };
    const { body } = await post(ours.raw(), 'one chunk', { headers, prepare: spy });
    assert.equal((body as Buffer).buffer, chunk!.buffer);
  });

  test('copies the chunk if the request has other listeners', async () => {
    let chunk: Buffer | undefined;
    const listen = (req: any): void => {
      req.on('data', (data: Buffer) => {
        chunk = data;
      });
    };
    const { body } = await post(ours.raw(), 'one chunk', { headers, prepare: listen });
    assert.deepEqual(body, chunk);
    assert.notEqual((body as Buffer).buffer, chunk!.buffer);
  });

  test('copies several chunks into one allocation of the size in Content-Length', async () => {
    // Together they are too long for the pool that Node uses for small buffers.
    const chunks = ['a', 'b', 'c'].map((letter) => Buffer.alloc(Buffer.poolSize / 2, letter));
    const { body } = await post(ours.raw(), '', { headers, chunks });
    assert.equal((body as Buffer).buffer.byteLength, 3 * chunks[0]!.length);
    assert.deepEqual(body, Buffer.concat(chunks));
  });
});
