import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, failure, responseOf, suite } from '../support/api.js';

suite('res.attachment', (framework, line) => {
  const attachment = (...args: unknown[]) =>
    responseOf(framework, (_req, res) => res.attachment(...args).end());

  test('sets Content-Disposition without a file name', async () => {
    const { get } = await attachment();
    assert.deepEqual([get('Content-Disposition'), get('Content-Type')], ['attachment', undefined]);
  });

  test('sets the file name and the content type', async () => {
    const { get } = await attachment('/path/to/logo.png');
    assert.deepEqual(
      [get('Content-Disposition'), get('Content-Type')],
      [by(line, { 5: 'attachment; filename=logo.png', 4: 'attachment; filename="logo.png"' }), 'image/png'],
    );
    assert.equal((await attachment('no-ext')).get('Content-Type'), 'application/octet-stream');
  });

  test('encodes names that are not ASCII', async () => {
    const { get } = await attachment('日本.txt');
    assert.equal(
      get('Content-Disposition'),
      `attachment; filename="??.txt"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.txt`,
    );
  });

  test('returns the response, whatever res.set returns', () => {
    const res = Object.create(framework.response);
    res.set = () => 'set';
    assert.equal(res.attachment('logo.png'), res);
  });

  test('throws if the name is not a string', async () => {
    assert.equal((await failure(framework, (_req, res) => res.attachment(5))).code, 'ERR_INVALID_ARG_TYPE');
    const error = await failure(framework, (_req, res) => res.attachment(null));
    assert.deepEqual(
      [error.name, error.code],
      ['TypeError', by(line, { 5: 'ERR_INVALID_ARG_TYPE', 4: undefined })],
    );
  });
});
