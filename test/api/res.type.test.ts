import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, failure, responseOf, suite } from '../support/api.js';

suite('res.type', (framework, line) => {
  const charset = line === 3 ? '' : '; charset=utf-8';
  const type = async (value: unknown) =>
    (await responseOf(framework, (_req, res) => res.type(value).end())).get('Content-Type');

  test('looks up extensions', async () => {
    assert.equal(await type('html'), `text/html${charset}`);
    assert.equal(
      await type('.js'),
      `${by(line, { 5: 'text/javascript', 4: 'application/javascript' })}${charset}`,
    );
    assert.equal(await type('logo.png'), 'image/png');
    assert.equal(await type('no-such-thing'), 'application/octet-stream');
    assert.equal(await type(''), 'application/octet-stream');
  });

  test('keeps a media type, and adds the charset of text after 3.x', async () => {
    assert.equal(await type('application/x-mine'), 'application/x-mine');
    assert.equal(await type('text/x-mine'), `text/x-mine${charset}`);
  });

  test('throws if the type is not a string', async () => {
    assert.equal(
      (await failure(framework, (_req, res) => res.type(5))).message,
      'type.indexOf is not a function',
    );
    assert.match((await failure(framework, (_req, res) => res.type())).message, /reading 'indexOf'/);
  });
});
