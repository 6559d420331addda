import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORM_TYPE, post, suite } from './support.js';

const headers = FORM_TYPE;

suite('urlencoded', ({ urlencoded }) => {
  const parse = async (text: string, options?: object) =>
    (await post(urlencoded(options), text, { headers })).body;
  const fail = async (text: string, options?: object) =>
    (await post(urlencoded(options), text, { headers })).error;

  test('has the name that frameworks look for', () => {
    assert.equal(urlencoded().name, 'urlencodedParser');
  });

  test('parses fields into a plain object', async () => {
    assert.deepEqual(await parse('a=1&b=x+y&a=2&c&d=%C3%A9%zz'), {
      a: ['1', '2'],
      b: 'x y',
      c: '',
      d: '%C3%A9%zz',
    });
    assert.deepEqual(await parse(''), {});
    assert.deepEqual(await parse('=x&&__proto__=y&toString=z'), { toString: 'z' });
    assert.deepEqual(await parse('a[b]=1'), { 'a[b]': '1' });
  });

  test('parses nested fields if extended', async () => {
    assert.deepEqual(await parse('a[b][]=1&a[b][]=2', { extended: true }), { a: { b: ['1', '2'] } });
  });

  test('limits depth and the number of parameters', async () => {
    const deep = await fail(`a${'[b]'.repeat(33)}=c`, { extended: true });
    assert.deepEqual([deep.status, deep.type], [400, 'querystring.parse.rangeError']);
    const many = await fail('a&'.repeat(50_000));
    assert.deepEqual([many.status, many.type], [413, 'parameters.too.many']);
    assert.deepEqual(await parse('a&b', { parameterLimit: 2 }), { a: '', b: '' });
    assert.equal((await fail('a&b&c', { parameterLimit: 2 })).status, 413);
  });

  test('handles hostile keys', async () => {
    const body: any = await parse('a[__proto__]=b&a[__proto__]&a[length]=100000000', { extended: true });
    assert.equal(body.a.length, '100000000');
    const list: any = await parse('a[]=x&'.repeat(900), { extended: true });
    assert.equal(list.a.length, 900);
    assert.equal(typeof ((await parse('hasOwnProperty=x')) as any).hasOwnProperty, 'string');
  });

  test('uses the charset of the header, the default and the sentinel', async () => {
    const latin1 = { 'content-type': 'application/x-www-form-urlencoded; charset=iso-8859-1' };
    assert.deepEqual((await post(urlencoded(), 'a=%E9', { headers: latin1 })).body, { a: 'é' });
    assert.deepEqual(await parse('a=%E9', { defaultCharset: 'iso-8859-1' }), { a: 'é' });
    const sentinel = { charsetSentinel: true, interpretNumericEntities: true };
    assert.deepEqual(await parse('utf8=%26%2310003%3B&a=%26%239786%3B', sentinel), { a: '☺' });
    const utf16 = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-16' };
    assert.equal((await post(urlencoded(), 'a=b', { headers: utf16 })).error.status, 415);
  });
});
