import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, failure, responseOf, suite } from '../support/api.js';

suite('res.set', (framework, line, version) => {
  test('keeps the case of the name and converts values to strings', async () => {
    const { headers } = await responseOf(framework, (_req, res) =>
      res.set('x-CaSe', 5).set('X-Bool', true).end(),
    );
    assert.deepEqual(headers.slice(1, 3), [
      [version === 1 ? 'x-CaSe' : 'X-Case', '5'],
      ['X-Bool', 'true'],
    ]);
  });

  test('sends an array as several headers', async () => {
    const { all } = await responseOf(framework, (_req, res) => res.set('X-List', ['a', 2]).end());
    assert.deepEqual(all('X-List'), ['a', '2']);
  });

  test('takes an object of headers, including inherited ones', async () => {
    const given = Object.assign(Object.create({ 'X-Inherited': 'i' }), { 'X-A': '1', 'X-B': 2 });
    const { get } = await responseOf(framework, (_req, res) => res.set(given).end());
    assert.deepEqual([get('X-A'), get('X-B'), get('X-Inherited')], ['1', '2', 'i']);
  });

  test('adds the charset to a content type after 3.x, and looks up extensions in 5.x', async () => {
    const type = async (value: string) =>
      (await responseOf(framework, (_req, res) => res.set('content-TYPE', value).end())).get('Content-Type');
    const charset = line === 3 ? '' : '; charset=utf-8';
    assert.equal(await type('text/html'), `text/html${charset}`);
    assert.equal(await type('text/html; charset=latin1'), 'text/html; charset=latin1');
    assert.equal(await type('json'), by(line, { 5: 'application/json; charset=utf-8', 4: 'json' }));
    assert.equal(await type('application/json'), `application/json${charset}`);
    assert.equal(await type('image/png'), 'image/png');
    assert.equal(await type('nonsense'), by(line, { 5: 'false', 4: 'nonsense' }));
  });

  test('sends an explicit undefined as text', async () => {
    assert.equal(
      (await responseOf(framework, (_req, res) => res.set('X-U', undefined).end())).get('X-U'),
      'undefined',
    );
  });

  test('throws for an array of content types, and for invalid names and values', async () => {
    if (line !== 3) {
      const type = await failure(framework, (_req, res) => res.set('Content-Type', ['text/html']));
      assert.deepEqual([type.name, type.message], ['TypeError', 'Content-Type cannot be set to an Array']);
    }
    assert.equal(
      (await failure(framework, (_req, res) => res.set('bad name', 'x'))).code,
      'ERR_INVALID_HTTP_TOKEN',
    );
    assert.equal((await failure(framework, (_req, res) => res.set('X', 'a\nb'))).code, 'ERR_INVALID_CHAR');
    assert.equal(
      (await failure(framework, (_req, res) => res.set(5, 'x'))).message,
      'field.toLowerCase is not a function',
    );
  });

  test('throws once the headers have been sent', async () => {
    let code = '';
    await responseOf(framework, (_req, res) => {
      res.end();
      try {
        res.set('X', '1');
      } catch (error: any) {
        code = error.code;
      }
    });
    assert.equal(code, version === 1 ? 'ERR_HTTP_HEADERS_SENT' : 'ERR_HTTP2_HEADERS_SENT');
  });
});
