import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as ours from '../../src/parsers.js';
import { JSON_TYPE, post, suite } from './support.js';

const headers = JSON_TYPE;

suite('json', ({ json }) => {
  test('has the name that frameworks look for', () => {
    assert.equal(json().name, 'jsonParser');
    assert.equal(json().length, 3);
  });

  test('parses objects and arrays, and an empty body as an object', async () => {
    assert.deepEqual((await post(json(), '{"a":[1,null]}', { headers })).body, { a: [1, null] });
    assert.deepEqual((await post(json(), ' \n[]', { headers })).body, []);
    assert.deepEqual((await post(json(), '', { headers })).body, {});
  });

  test('rejects other values unless strict is false', async () => {
    const { error } = await post(json(), ' true', { headers });
    assert.deepEqual([error.status, error.type, error.body], [400, 'entity.parse.failed', ' true']);
    assert.match(error.message, /^Unexpected token 't'/);
    assert.equal((await post(json({ strict: false }), 'true', { headers })).body, true);
  });

  test('reports the error of JSON.parse and the body', async () => {
    const { error } = await post(json(), '{"a":', { headers });
    assert.equal(error.name, 'SyntaxError');
    assert.equal(error.body, '{"a":');
    assert.equal(error.expose, true);
    assert.match(error.stack, /^SyntaxError: .*\n {4}at JSON\.parse/);
  });

  test('calls the reviver', async () => {
    const reviver = (key: string, value: unknown) => (key === 'a' ? 'revived' : value);
    assert.deepEqual((await post(json({ reviver }), '{"a":1}', { headers })).body, { a: 'revived' });
  });

  test('returns the result of a reviver, even if it is circular', async () => {
    const reviver = (key: string, value: any) => {
      if (key === '') value.self = value;
      return value;
    };
    const parsed = (await post(json({ reviver }), '{"a":"prototype","b":{"constructor":1}}', { headers }))
      .body;
    assert.equal((parsed as any).self, parsed);
    const drop = (key: string, value: any) => (key === '__proto__' ? undefined : value);
    assert.deepEqual((await post(json({ reviver: drop }), '{"a":1,"__proto__":{}}', { headers })).body, {
      a: 1,
    });
  });

  test('accepts any Unicode charset and no other', async () => {
    const utf16 = { 'content-type': 'application/json; charset=utf-16' };
    const bytes = Buffer.from('\ufeff{"a":"é"}', 'utf16le');
    assert.deepEqual((await post(json(), bytes, { headers: utf16 })).body, { a: 'é' });
    const latin1 = { 'content-type': 'application/json; charset=iso-8859-1' };
    const { error } = await post(json(), '{}', { headers: latin1 });
    assert.deepEqual([error.status, error.type, error.charset], [415, 'charset.unsupported', 'iso-8859-1']);
  });

  test('ignores other types and sets the body to undefined', async () => {
    const { req, error } = await post(json(), 'x', { headers: { 'content-type': 'text/plain' } });
    assert.equal(error, undefined);
    assert.ok('body' in req);
    assert.equal(req.body, undefined);
  });
});

describe('json and prototype poisoning (maglev)', () => {
  const proto = '{"a":{"__proto__":{"x":1}},"b":2}';
  const escaped = '{"\\u005f\\u005fproto__":{"x":1}}';
  const viaConstructor = '{"constructor":{"prototype":{"x":1}},"b":2}';

  test('rejects keys that poison prototypes, also escaped ones', async () => {
    for (const text of [proto, escaped, viaConstructor]) {
      const { error, body } = await post(ours.json(), text, { headers });
      assert.deepEqual([error.status, error.type, error.body], [400, 'entity.parse.failed', text]);
      assert.equal(body, undefined);
    }
  });

  test('removes or keeps them according to the options', async () => {
    const remove = ours.json({ onProtoPoisoning: 'remove', onConstructorPoisoning: 'remove' });
    assert.deepEqual((await post(remove, proto, { headers })).body, { a: {}, b: 2 });
    assert.deepEqual((await post(remove, viaConstructor, { headers })).body, { b: 2 });
    const ignore = ours.json({ onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' });
    assert.deepEqual((await post(ignore, proto, { headers })).body, JSON.parse(proto));
  });

  test('accepts harmless uses of these names', async () => {
    for (const text of ['{"constructor":"Gaudí"}', '{"a":"__proto__"}', '{"constructor":{"name":"x"}}']) {
      assert.deepEqual((await post(ours.json(), text, { headers })).body, JSON.parse(text));
    }
  });
});

describe('json and prototype poisoning with a reviver', () => {
  const reviver = (_key: string, value: unknown) => value;
  const poisoned = '{"list":[{"__proto__":{"x":1}}],"deep":{"constructor":{"prototype":{"y":1}},"kept":1}}';

  test('rejects forbidden keys', async () => {
    const { error } = await post(ours.json({ reviver }), poisoned, { headers });
    assert.deepEqual([error.status, error.message], [400, 'Object contains forbidden prototype property']);
  });

  test('removes forbidden keys', async () => {
    const remove = { onProtoPoisoning: 'remove', onConstructorPoisoning: 'remove' };
    const { body } = await post(ours.json({ reviver, ...remove } as any), poisoned, { headers });
    assert.equal(JSON.stringify(body), '{"list":[{}],"deep":{"kept":1}}');
  });
});
