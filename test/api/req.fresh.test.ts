import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

const etag = '"12345"';

const look = (status: number, headers: Record<string, string>) => (req: any, res: any) => {
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  return req.fresh;
};

suite('req.fresh', (framework) => {
  test('is true when the tag the client has is the one there is', async () => {
    const headers = { 'If-None-Match': etag };
    assert.equal(await inspect(framework, look(200, { ETag: etag }), { headers }), true);
    assert.equal(await inspect(framework, look(200, { ETag: `W/${etag}` }), { headers }), true);
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
    const headers = { 'If-None-Match': etag };
    for (const [status, expected] of [
      [299, true],
      [304, true],
      [300, false],
      [404, false],
      [500, false],
    ] as const) {
      assert.equal(
        await inspect(framework, look(status, { ETag: etag, Connection: 'close' }), { headers }).catch(
          () => true,
        ),
        expected,
        String(status),
      );
    }
  });

  test('counts for methods that read only', async () => {
    const headers = { 'If-None-Match': etag };
    assert.equal(await inspect(framework, look(200, { ETag: etag }), { method: 'POST', headers }), false);
    assert.equal(await inspect(framework, look(200, { ETag: etag }), { method: 'DELETE', headers }), false);
  });
});
