import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { runExample, type Started, startExample } from './server.js';

describe('the example API', () => {
  let example: Started;
  before(async () => {
    example = await startExample();
  });
  after(() => example?.stop());

  const get = (path: string): Promise<Response> => fetch(example.url + path);
  const post = (path: string, body: string): Promise<Response> =>
    fetch(example.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

  it('prints its address, requests to try and its routes', () => {
    assert.match(example.printed, /^The bookshop is open on http:\/\/localhost:\d+$/m);
    assert.match(example.printed, /curl http:\/\/localhost:\d+\/api\/books$/m);
    assert.match(
      example.printed,
      /^Routes \(\d+ layers compiled into \d+ leaves, 0 regexp-only, in [\d.]+ ms\):$/m,
    );
    assert.match(example.printed, /^ +GET +\/api\/health$/m);
    assert.match(example.printed, /^ +DELETE +.*\/:id$/m);
    assert.match(example.printed, /^GET \/api\/books\/2\/reviews ends in \/api\/books\/:\/reviews$/m);
  });

  it('serves the style of its page as a static file', async () => {
    const style = await get('/style.css');
    assert.equal(style.status, 200);
    assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8');
    assert.match(await style.text(), /prefers-color-scheme: dark/);
  });

  it('lists all books, or those of one author', async () => {
    const all = (await (await get('/api/books')).json()) as unknown[];
    const some = (await (await get('/api/books?author=Italo%20Calvino')).json()) as { title: string }[];
    assert.ok(all.length >= 3);
    assert.deepEqual(
      some.map(({ title }) => title),
      ['Invisible Cities'],
    );
  });

  it('reads a book by its parameter', async () => {
    const response = await get('/api/books/2');
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.deepEqual(await response.json(), {
      id: 2,
      title: 'Invisible Cities',
      author: 'Italo Calvino',
      year: 1972,
    });
  });

  it('adds a book from a JSON body and removes it again', async () => {
    const added = await post('/api/books', '{"title":"Piranesi","author":"Susanna Clarke"}');
    assert.equal(added.status, 201);
    const path = added.headers.get('location') ?? '';
    assert.match(path, /^\/api\/books\/\d+$/);
    assert.equal((await get(path)).status, 200);
    assert.equal((await fetch(example.url + path, { method: 'DELETE' })).status, 204);
    assert.equal((await get(path)).status, 404);
  });

  it('passes the outer parameter to the nested router', async () => {
    const added = await post('/api/books/2/reviews', '{"stars":4,"text":"Once more."}');
    assert.equal(added.status, 201);
    assert.deepEqual(await (await get('/api/books/2/reviews')).json(), [{ stars: 4, text: 'Once more.' }]);
  });

  const failures: [string, () => Promise<Response>, number, RegExp][] = [
    ['an unknown book', () => get('/api/books/99'), 404, /^There is no book 99\.$/],
    [
      'an unknown path',
      () => get('/api/nothing?x=1'),
      404,
      /^There is no route for GET \/api\/nothing\?x=1\.$/,
    ],
    ['a body that is not JSON', () => post('/api/books', '{"title":'), 400, /JSON/],
    ['a book without a title', () => post('/api/books', '{}'), 400, /^A book needs/],
    ['a rejected promise', () => post('/api/books/1/reviews', '{"stars":1}'), 422, /^A review needs/],
  ];
  for (const [what, request, status, message] of failures) {
    it(`responds to ${what} with ${status} in JSON`, async () => {
      const response = await request();
      assert.equal(response.status, status);
      assert.match(((await response.json()) as { error: string }).error, message);
    });
  }
});

describe('the example on an unavailable port', () => {
  it('reports a busy port in one sentence', async () => {
    const holder = createServer().listen(0);
    await new Promise((resolve) => holder.on('listening', resolve));
    const { port } = holder.address() as AddressInfo;
    const { code, stdout, stderr } = await runExample(String(port));
    holder.close();
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, new RegExp(`^Port ${port} is busy: .*PORT=.*\\.\\n$`));
  });

  for (const port of ['abc', '70000', '-1', '80.5']) {
    it(`rejects PORT=${port} in one sentence`, async () => {
      const { code, stderr } = await runExample(port);
      assert.equal(code, 1);
      assert.equal(stderr, `PORT must be a whole number from 0 to 65535, but it is "${port}".\n`);
    });
  }
});
