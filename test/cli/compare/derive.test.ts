import assert from 'node:assert/strict';
import test from 'node:test';
import { derive, fill } from '../../../src/cli/compare/derive.js';
import { nameOf } from '../../../src/cli/compare/request.js';

const paths: readonly [route: string, path: string | null][] = [
  ['/', '/'],
  ['/users/:id', '/users/1'],
  ['/users/:userId/posts/:slug', '/users/1/posts/a-title'],
  ['/things/:thing', '/things/x'],
  ['/mail/:email', '/mail/ada%40example.com'],
  // 5.x
  ['/users{/:id}', '/users/1'],
  ['/files/*path', '/files/some/file.txt'],
  ['/:"odd name"/end', '/ada/end'],
  // 4.x
  ['/users/:id?', '/users/1'],
  ['/users/:id(\\d+)', '/users/1'],
  ['/:kind(cats|dogs)/:id', '/cats/1'],
  ['/files/*', '/files/some/file.txt'],
  ['/flights/:from-:to', '/flights/x-x'],
  // Lists, and paths without examples.
  ['(/a|/b)/:id', '/a/1'],
  ['/^\\/x/', null],
  ['/api/^\\/x$/', null],
  ['/ab?cd', null],
  ['(own)', null],
];

for (const [route, path] of paths) {
  test(`${route} is requested as ${path}`, () => assert.equal(fill(route), path));
}

test('uses and encodes given values', () => {
  assert.equal(fill('/users/:id/:name', { id: '7/8' }), '/users/7%2F8/ada');
  assert.equal(fill('/files/*path', { path: 'a/b c' }), '/files/a/b%20c');
});

const row = (methods: string[], path: string) => ({ methods, path, name: '', source: null, depth: 0 });

test('derives requests for the routes of a table, for the root and for a missing path', () => {
  const { requests, skipped } = derive([
    row(['USE'], '/'),
    row(['GET'], '/users/:id'),
    row(['POST'], '/users'),
    row(['ALL'], '/any'),
    row(['GET'], '/^\\/x/'),
    row(['GET'], '/users/:name'),
  ]);
  assert.deepEqual(requests.map(nameOf), [
    'GET /users/1',
    'HEAD /users/1',
    'OPTIONS /users/1',
    'POST /users',
    'OPTIONS /users',
    'GET /any',
    'HEAD /any',
    'OPTIONS /any',
    'GET /users/ada',
    'HEAD /users/ada',
    'OPTIONS /users/ada',
    'GET /',
    'GET /maglev-compare/no-such-route',
  ]);
  assert.deepEqual(skipped, ['/^\\/x/']);
});

test('sends an empty object with methods that may need a body', () => {
  const post = derive([row(['POST'], '/users')]).requests[0]!;
  assert.equal(String(post.body), '{}');
  assert.deepEqual(post.headers, [
    ['Host', 'localhost'],
    ['Content-Length', '2'],
    ['Content-Type', 'application/json'],
  ]);
});
