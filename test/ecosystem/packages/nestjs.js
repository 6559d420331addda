import assert from 'node:assert/strict';
import { applicationBy } from '../nest/application.js';

export const packageName = '@nestjs/core';
export const program = applicationBy;
/** Event streams repeat the existing headers in lower case. */
export const volatile = [/(?<=^x-powered-by: )(Express|Maglev)$/gm];

const owner = { 'x-user': 'owner' };
const statusOf = async (response) => (await response).status;

function formOf(...entries) {
  const form = new FormData();
  for (const [field, value, name] of entries) {
    if (name) form.append(field, new Blob([value], { type: 'text/plain' }), name);
    else form.append(field, value);
  }
  return form;
}

export const cases = {
  async 'passes parameters, queries and headers to methods'(client) {
    const { json } = await client.get('/api/trains?limit=1&a=b', { 'x-user': 'ann' });
    assert.deepEqual(json.trains, [{ id: 1, name: 'Transrapid', speed: 500 }]);
    assert.deepEqual([json.query, json.limit, json.user], [{ limit: '1', a: 'b' }, 1, 'ann']);
    assert.equal((await client.get('/api/trains/1')).json.name, 'Transrapid');
    assert.equal((await client.get('/api/trains/9')).json.message, 'No train 9');
    assert.equal(await statusOf(client.get('/api/trains/one')), 400);
    await client.get('/api/trains/%zz');
    await client.get('/api/trains?a[b]=1&a[c]=2&limit=1');
  },

  async 'validates bodies and guards methods'(client) {
    const created = await client.post('/api/trains', { name: 'L0', speed: 505 }, owner);
    assert.equal(created.status, 201);
    assert.deepEqual(created.json, { isTrain: true, name: 'L0', speed: 505 });
    const refused = await client.post('/api/trains', { speed: 'fast', color: 'red' }, owner);
    assert.equal(refused.status, 400);
    assert.ok(refused.json.message.includes('property color should not exist'));
    assert.equal(await statusOf(client.post('/api/trains', { name: 'L0', speed: 505 })), 403);
    assert.equal((await client.send('PUT', '/api/trains/1', owner, { name: 'New' })).json.name, 'New');
    assert.equal(await statusOf(client.send('DELETE', '/api/trains/1', owner)), 204);
    const json = { ...owner, 'content-type': 'application/json' };
    assert.equal(await statusOf(client.post('/api/trains', '{ broken', json)), 400);
    assert.equal(await statusOf(client.post('/api/trains', 'x'.repeat(200_000), json)), 413);
    await client.post('/api/trains', new URLSearchParams({ name: 'Form', speed: '1' }), owner);
  },

  async 'runs middleware for its routes'(client) {
    assert.ok((await client.get('/api/trains')).headers['x-middleware']);
    assert.ok((await client.get('/api/trains/2')).headers['x-middleware']);
    assert.equal((await client.get('/api/trains/1')).headers['x-middleware'], undefined);
    assert.equal((await client.get('/api/responses/text')).headers['x-middleware'], undefined);
  },

  async 'responds with values, bytes, headers and statuses'(client) {
    assert.equal((await client.get('/api/responses/text')).text, 'text');
    assert.deepEqual((await client.get('/api/responses/text?wrapped=yes')).json, { data: 'text' });
    await client.get('/api/responses/bytes');
    assert.equal((await client.get('/api/responses/nothing')).text, '');
    const later = await client.post('/api/responses/later');
    assert.deepEqual([later.status, later.json], [203, { later: true }]);
    const headed = await client.get('/api/responses/headed', { 'x-forwarded-for': '9.9.9.9' });
    assert.deepEqual([headed.headers['x-one'], headed.json], ['1', { ip: '9.9.9.9' }]);
    assert.match(
      (await client.get('/api/responses/own')).text,
      /^GET \/api\/responses\/own \/api\/responses\/own$/,
    );
    assert.equal(await statusOf(client.get('/api/responses/mine/7')), 202);
    const { etag } = (await client.get('/api/responses/text')).headers;
    assert.equal(await statusOf(client.get('/api/responses/text', { 'if-none-match': etag })), 304);
    assert.equal((await client.send('HEAD', '/api/responses/text')).text, '');
  },

  async 'redirects and sets cookies'(client) {
    const moved = await client.get('/api/responses/moved');
    assert.deepEqual([moved.status, moved.headers.location], [301, '/api/responses/text']);
    assert.equal((await client.get('/api/responses/elsewhere')).headers.location, '/nowhere');
    const elsewhere = await client.get('/api/responses/elsewhere?to=/there');
    assert.deepEqual([elsewhere.status, elsewhere.headers.location], [307, '/there']);
    const { cookies } = await client.get('/api/responses/cookie');
    const { json } = await client.get('/api/responses/cookie', { cookie: cookies });
    assert.deepEqual(json, { cookies: {}, signed: { seen: 'yes' } });
  },

  async 'streams files and events'(client) {
    const file = await client.get('/api/responses/file');
    assert.equal(file.bytes.length, 65);
    assert.match(file.headers['content-disposition'], /note\.txt/);
    assert.equal((await client.get('/api/responses/complete')).text, 'complete');
    // Nest 10 closes the connection afterwards.
    assert.equal(await statusOf(client.get('/api/responses/lost', { connection: 'close' })), 400);
    const events = await client.get('/api/responses/events');
    assert.match(events.text, /event: letter\nid: 7\nretry: 10\ndata: b/);
  },

  async 'accepts uploads'(client) {
    const one = await client.post('/api/uploads/one', formOf(['a', 'b'], ['file', 'hello', 'h.txt']));
    assert.equal(one.json.file.text, 'hello');
    assert.deepEqual(one.json.body, { a: 'b' });
    const many = await client.post('/api/uploads/many', formOf(['files', '1', '1'], ['files', '2', '2']));
    assert.equal(many.json.length, 2);
    await client.post('/api/uploads/fields', formOf(['a', '1', '1'], ['b', '2', '2']));
    assert.equal(await statusOf(client.post('/api/uploads/checked', formOf(['file', 'short', 's']))), 201);
    assert.equal(
      await statusOf(client.post('/api/uploads/checked', formOf(['file', 'much too long', 'l']))),
      400,
    );
    assert.equal(
      await statusOf(client.post('/api/uploads/one', formOf(['file', 'x'.repeat(101), 'l']))),
      413,
    );
    assert.equal(await statusOf(client.post('/api/uploads/many', formOf(['other', '1', '1']))), 400);
    assert.equal(await statusOf(client.post('/api/uploads/checked', { none: true })), 400);
  },

  async 'filters exceptions'(client) {
    const tea = await client.get('/api/responses/tea');
    assert.deepEqual([tea.status, tea.headers['x-tea'], tea.text], [418, 'green', 'Short: and stout']);
    assert.deepEqual((await client.get('/api/responses/denied')).json, { code: 'DENIED', reason: 'because' });
    assert.equal((await client.get('/api/responses/broken')).json.message, 'Internal server error');
    assert.equal((await client.get('/api/nowhere')).json.message, 'Cannot GET /api/nowhere');
    assert.equal(await statusOf(client.get('/api/responses/passed')), 404);
    await client.send('PATCH', '/api/responses/text');
  },

  async 'supports prefixes, versions, wildcards and CORS'(client) {
    assert.deepEqual((await client.get('/health')).json, { ok: true });
    assert.equal(await statusOf(client.get('/api/health')), 404);
    assert.equal((await client.get('/api/v1/versions')).text, 'first');
    assert.equal((await client.get('/api/v2/versions')).text, 'second');
    assert.equal(await statusOf(client.get('/api/versions')), 404);
    assert.equal((await client.send('PURGE', '/api/responses/any/a/b')).status, 200);
    await client.send('OPTIONS', '/api/trains', {
      origin: 'http://friend.example',
      'access-control-request-method': 'PUT',
    });
  },

  async 'keeps raw bodies, and parses text if configured'(client) {
    assert.deepEqual(
      (await client.post('/api/responses/raw', '{"a": 1}', { 'content-type': 'application/json' })).json,
      {
        raw: '{"a": 1}',
        body: { a: 1 },
      },
    );
    assert.deepEqual(
      (await client.post('/api/responses/raw', 'plain', { 'content-type': 'text/plain' })).json.body,
      'plain',
    );
  },

  async 'serves files and views'(client) {
    assert.equal(await statusOf(client.get('/static/note.txt')), 200);
    assert.equal(await statusOf(client.get('/static/missing.txt')), 404);
    assert.equal((await client.get('/api/responses/page')).text, '<h1>From Nest</h1>\n');
  },
};
