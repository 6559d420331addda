import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { post, suite } from './support.js';

suite('text', ({ text }) => {
  test('has the name that frameworks look for', () => {
    assert.equal(text().name, 'textParser');
  });

  for (const charset of [
    'utf-8',
    'utf-16',
    'utf-16be',
    'utf-32',
    'utf-32le',
    'iso-8859-1',
    'koi8-r',
    'shift_jis',
  ]) {
    test(`decodes ${charset}, also if a character is split between chunks`, async () => {
      const written = { 'koi8-r': 'привет', shift_jis: 'こんにちは' }[charset] ?? 'é à ü';
      const bytes = iconv.encode(written.repeat(3), charset);
      const headers = { 'content-type': `text/plain; charset=${charset}` };
      assert.equal((await post(text(), bytes, { headers })).body, written.repeat(3));
      const chunks = [bytes.subarray(0, 17), bytes.subarray(17)];
      assert.equal((await post(text(), '', { headers, chunks })).body, written.repeat(3));
    });
  }

  test('removes one byte order mark', async () => {
    const headers = { 'content-type': 'text/plain' };
    assert.equal((await post(text(), '\ufeff\ufeffx', { headers })).body, '\ufeffx');
  });

  test('uses the default charset if none is given', async () => {
    const headers = { 'content-type': 'text/plain' };
    const parser = text({ defaultCharset: 'windows-1252' });
    assert.equal((await post(parser, Buffer.from([0x80]), { headers })).body, '€');
  });

  test('rejects an unknown charset', async () => {
    const headers = { 'content-type': 'text/plain; charset=Klingon' };
    const { error } = await post(text(), 'x', { headers });
    assert.deepEqual([error.status, error.type, error.charset], [415, 'charset.unsupported', 'klingon']);
    assert.equal(error.message, 'unsupported charset "KLINGON"');
  });
});
