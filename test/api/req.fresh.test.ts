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
  test('is true when the tag the client has is the one there is', async () => {
    const headers = { 'If-None-Match': etag };
    assert.equal(await inspect(framework, look(200, { ETag: etag }), { headers }), true);
    assert.equal(
      await inspect(framework, look(200, { ETag: `W/${etag}` }), { headers }),
      by(line, { 5: true, 4: true, 3: false }),
    );
    assert.equal(await inspect(framework, look(200, { ETag: '"other"' }), { headers }), false);
    assert.equal(await inspect(framework, look(200, {}), { headers }), false);
  });

  test('compares dates', async () => {
    const date = 'Sat, 01 Jan 2000 00:00:00 GMT';
    const later = 'Sun, 02 Jan 2000 00:00:00 GMT';
    const asked = { headers: { 'If-Modified-Since': date } };
    assert.equal(await inspect(framework, look(200, { 'Last-Modified': date }), asked), true);
    assert.equal(await inspect(framework, look(200, { 'Last-Modified': later }), asked), false);
  });

  test('is false when the client wants no cache', async () => {
    const headers = { 'If-None-Match': etag, 'Cache-Control': 'no-cache' };
    assert.equal(await inspect(framework, look(200, { ETag: etag }), { headers }), false);
  });

  test('counts for successful answers and 304 only', async () => {
    const fresh = async (status: number) => {
      const handler = (req: any, res: any) => {
        res.status(status).set('ETag', etag);
        res.set('X-Fresh', req.fresh).end();
      };
      return (await responseOf(framework, handler, { headers: { 'If-None-Match': etag } })).get('X-Fresh');
    };
    for (const status of [200, 299, 304]) assert.equal(await fresh(status), 'true', String(status));
    // HTTP/2 lets no answer be merely informational.
    for (const status of [version === 1 ? 199 : 300, 303, 404, 500])
      assert.equal(await fresh(status), 'false', String(status));
  });

  test('counts for methods that read only', async () => {
    const headers = { 'If-None-Match': etag };
    assert.equal(await inspect(framework, look(200, { ETag: etag }), { method: 'POST', headers }), false);
    assert.equal(await inspect(framework, look(200, { ETag: etag }), { method: 'DELETE', headers }), false);
  });

  test('needs a response, whatever the method', () => {
    for (const method of ['GET', 'POST']) {
      const req = Object.assign(Object.create(framework.request), { method, headers: {} });
      const refusal = { name: 'TypeError', message: /reading 'statusCode'/ };
      assert.throws(() => req.fresh, refusal);
      assert.throws(() => req.stale, refusal);
    }
  });
});
