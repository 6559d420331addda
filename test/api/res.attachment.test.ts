import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, failure, responseOf, suite } from '../support/api.js';

suite('res.attachment', (framework, line) => {
  const attachment = (...args: unknown[]) =>
    responseOf(framework, (_req, res) => res.attachment(...args).end());

  test('asks to save', async () => {
    const { get } = await attachment();
    assert.deepEqual([get('Content-Disposition'), get('Content-Type')], ['attachment', undefined]);
  });

  test('names the file and sets its type', async () => {
    const { get } = await attachment('/path/to/logo.png');
    assert.deepEqual(
      [get('Content-Disposition'), get('Content-Type')],
      [by(line, { 5: 'attachment; filename=logo.png', 4: 'attachment; filename="logo.png"' }), 'image/png'],
    );
    assert.equal((await attachment('no-ext')).get('Content-Type'), 'application/octet-stream');
  });

  test('encodes names beyond ASCII', async () => {
    const { get } = await attachment('日本.txt');
    assert.equal(
      get('Content-Disposition'),
      `attachment; filename="??.txt"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.txt`,
    );
  });

  test('returns the response, whatever set returns', () => {
    const res = Object.create(framework.response);
    res.set = () => 'set';
    assert.equal(res.attachment('logo.png'), res);
  });

  test('refuses a name that is no text', async () => {
    assert.equal((await failure(framework, (_req, res) => res.attachment(5))).code, 'ERR_INVALID_ARG_TYPE');
    const error = await failure(framework, (_req, res) => res.attachment(null));
    assert.deepEqual(
      [error.name, error.code],
      ['TypeError', by(line, { 5: 'ERR_INVALID_ARG_TYPE', 4: undefined })],
    );
  });
});
