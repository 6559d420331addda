import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { readRequests } from '../../../src/cli/compare/request-file.js';

const folder = mkdtempSync(join(tmpdir(), 'maglev-requests-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function read(name: string, content: unknown, values: Record<string, string> = {}) {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readRequests(file, values).requests.map(({ method, path, headers, body, route }) => ({
    asked: `${method} ${path}`,
    headers: Object.fromEntries(headers.map(([key, value]) => [key.toLowerCase(), value])),
    body: body === null ? null : String(body),
    route,
  }));
}

test('reads one request per line, with or without a method and a body', () => {
  const requests = read(
    'requests.txt',
    `# common requests
/users?page=2
GET /users/7#top
GET /café?q=ü

POST /users {"name":"Ada"}
PUT /form a=1&b=2
http://example.com:8080/far?x=1
{"method":"PATCH","path":"/users/7","headers":{"Authorization":"Bearer x"},"body":{"name":"Eve"}}
`,
  );
  assert.deepEqual(
    requests.map(({ asked }) => asked),
    [
      'GET /users?page=2',
      'GET /users/7',
      'GET /caf%C3%A9?q=%C3%BC',
      'POST /users',
      'PUT /form',
      'GET /far?x=1',
      'PATCH /users/7',
    ],
  );
  assert.deepEqual(requests[3]!.headers, {
    host: 'localhost',
    'content-length': '14',
    'content-type': 'application/json',
  });
  assert.equal(requests[3]!.body, '{"name":"Ada"}');
  assert.equal(requests[4]!.headers['content-type'], 'application/x-www-form-urlencoded');
  assert.equal(requests[6]!.headers.authorization, 'Bearer x');
  assert.equal(requests[6]!.body, '{"name":"Eve"}');
});

test('reads the requests of a HAR file without host and connection headers', () => {
  const request = {
    method: 'POST',
    url: 'https://shop.example/orders?x=1',
    headers: [
      { name: ':authority', value: 'shop.example' },
      { name: 'Host', value: 'shop.example' },
      { name: 'Content-Length', value: '99' },
      { name: 'If-None-Match', value: '"x"' },
      { name: 'Accept', value: 'text/html' },
      { name: 'Content-Type', value: 'application/json' },
    ],
    postData: { text: '{"book":1}' },
  };
  const [one] = read('recorded.har', { log: { entries: [{ request }] } });
  assert.equal(one!.asked, 'POST /orders?x=1');
  assert.deepEqual(one!.headers, {
    host: 'localhost',
    'content-length': '10',
    accept: 'text/html',
    'content-type': 'application/json',
  });
});

test('omits and counts requests of a HAR file to other hosts', () => {
  const har = (...urls: string[]) => {
    const file = join(folder, 'hosts.har');
    const entries = urls.map((url) => ({ request: { method: 'GET', url } }));
    writeFileSync(file, JSON.stringify({ log: { entries } }));
    const { requests, elsewhere } = readRequests(file, {});
    return { paths: requests.map(({ path }) => path), elsewhere };
  };
  assert.deepEqual(har('https://shop.example/a', 'https://cdn.example/b', 'https://shop.example/c'), {
    paths: ['/a', '/c'],
    elsewhere: 1,
  });
  // A recording on localhost is of the application itself.
  assert.deepEqual(har('https://fonts.example/a', 'http://localhost:3000/b', 'http://localhost:4000/c'), {
    paths: ['/b'],
    elsewhere: 2,
  });
});

const description = {
  openapi: '3.1.0',
  servers: [{ url: 'https://api.example/v1/' }],
  paths: {
    '/users/{id}': {
      parameters: [{ $ref: '#/components/parameters/id' }],
      get: {
        parameters: [
          { in: 'query', name: 'full', required: true, schema: { type: 'boolean' } },
          { in: 'query', name: 'page', schema: { type: 'integer' } },
          { in: 'header', name: 'X-Tenant', required: true, example: 'acme' },
        ],
      },
      put: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } },
      },
    },
  },
  components: {
    parameters: { id: { in: 'path', name: 'id', schema: { type: 'integer', minimum: 5 } } },
    schemas: {
      User: {
        type: 'object',
        properties: {
          name: { type: 'string', example: 'Ada' },
          born: { type: 'string', format: 'date' },
          tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
          friend: { $ref: '#/components/schemas/User' },
        },
      },
    },
  },
};

test('derives one request per operation from an OpenAPI description', () => {
  const [get, put] = read('api.json', description);
  assert.equal(get!.asked, 'GET /v1/users/5?full=true');
  assert.equal(get!.route, '/v1/users/{id}');
  assert.equal(get!.headers['x-tenant'], 'acme');
  assert.equal(put!.asked, 'PUT /v1/users/5');
  const { name, born, tags } = JSON.parse(put!.body!);
  assert.deepEqual({ name, born, tags }, { name: 'Ada', born: '2024-01-31', tags: ['a'] });
  assert.equal(read('api.json', description, { id: '42' })[0]!.asked, 'GET /v1/users/42?full=true');
});

const mistakes: readonly [name: string, content: unknown, message: RegExp][] = [
  ['nothing.txt', '# only a comment\n', /nothing\.txt contains no requests\.$/],
  ['wrong.txt', 'GET /fine\nGET nowhere\n', /wrong\.txt:2 is not a request: write it as "GET \/path"\.$/],
  ['wrong.jsonl', '{"method":"GET"}\n', /wrong\.jsonl:1 is not a request: its JSON has no "path"\.$/],
  ['half.har', '{"log":', /half\.har is not JSON\.$/],
  [
    'other.json',
    { some: 'thing' },
    /is not a HAR file, an OpenAPI description, or a file with one request per line/,
  ],
];

for (const [name, content, message] of mistakes) {
  test(`reports ${name} in a sentence`, () => {
    assert.throws(
      () => read(name, content),
      (error: Error) => message.test(error.message),
    );
  });
}

test('reports a missing file', () => {
  assert.throws(() => readRequests(join(folder, 'none.txt'), {}), /^Error: File not found: .*none\.txt$/);
});

test('reads YAML with a package of the user', () => {
  const write = (name: string, text: string) => {
    mkdirSync(join(folder, 'described/node_modules', name), { recursive: true });
    writeFileSync(join(folder, 'described/node_modules', name, 'index.js'), text);
  };
  const readYaml = () => read('described/api.yaml', 'openapi: 3.0.0');
  const message = /api\.yaml is YAML: install the package "yaml" next to it, or pass the file as JSON\.$/;
  write('yaml', 'throw new Error("none")');
  write('js-yaml', 'throw new Error("none")');
  assert.throws(readYaml, message);
  write('js-yaml', 'exports.load = (text) => ({ openapi: text, paths: { "/books": { get: {} } } })');
  assert.deepEqual(
    readYaml().map(({ asked }) => asked),
    ['GET /books'],
  );
});
