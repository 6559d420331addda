import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, inspect, responseOf, suite } from '../support/api.js';

const etag = '"12345"';

const look = (status: number, headers: Record<string, string>) => (req: any, res: any) => {
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  return req.fresh;
};

suite('req.fresh', (framework, line, version) => {
  test('is true if If-None-Match has the current ETag', async () => {
    const headers = { 'If-None-Match': etag };
    assert.equal(await inspect(framework, look(200, { ETag: etag }), { headers }), true);
    assert.equal(
      await inspect(framework, look(200, { ETag: `W/${etag}` }), { headers }),
      by(line, { 5: true, 4: true, 3: false }),
    );
    assert.equal(await inspect(framework, look(200, { ETag: '"other"' }), { headers }), false);
    assert.equal(await inspect(framework, look(200, {}), { headers }), false);
  });

  test('compares If-Modified-Since with Last-Modified', async () => {
    const date = 'Sat, 01 Jan 2000 00:00:00 GMT';
    const later = 'Sun, 02 Jan 2000 00:00:00 GMT';
    const request = { headers: { 'If-Modified-Since': date } };
    assert.equal(await inspect(framework, look(200, { 'Last-Modified': date }), request), true);
    assert.equal(await inspect(framework, look(200, { 'Last-Modified': later }), request), false);
  });

  test('is false if the client sends Cache-Control: no-cache', async () => {
    const headers = { 'If-None-Match': etag, 'Cache-Control': 'no-cache' };
    assert.equal(await inspect(framework, look(200, { ETag: etag }), { headers }), false);
  });

  test('can be true for successful responses and 304 only', async () => {
    const fresh = async (status: number) => {
      const handler = (req: any, res: any) => {
        res.status(status).set('ETag', etag);
        res.set('X-Fresh', req.fresh).end();
      };
      return (await responseOf(framework, handler, { headers: { 'If-None-Match': etag } })).get('X-Fresh');
    };
    for (const status of [200, 299, 304]) assert.equal(await fresh(status), 'true', String(status));
    // HTTP/2 does not allow an informational status as the final response.
    for (const status of [version === 1 ? 199 : 300, 303, 404, 500])
      assert.equal(await fresh(status), 'false', String(status));
  });

  test('is false for methods other than GET and HEAD', async () => {
    const headers = { 'If-None-Match': etag };
    assert.equal(await inspect(framework, look(200, { ETag: etag }), { method: 'POST', headers }), false);
    assert.equal(await inspect(framework, look(200, { ETag: etag }), { method: 'DELETE', headers }), false);
  });

  test('throws without a response, whatever the method', () => {
    for (const method of ['GET', 'POST']) {
      const req = Object.assign(Object.create(framework.request), { method, headers: {} });
      const expected = { name: 'TypeError', message: /reading 'statusCode'/ };
      assert.throws(() => req.fresh, expected);
      assert.throws(() => req.stale, expected);
    }
  });
});
