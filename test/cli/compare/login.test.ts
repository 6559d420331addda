import assert from 'node:assert/strict';
import test from 'node:test';
import { credentialsOf } from '../../../src/cli/compare/login.js';
import { overHeaders, requestOf } from '../../../src/cli/compare/request.js';

const login = requestOf({ method: 'POST', path: '/login', body: '{}' });

function credentials(headers: [string, string][], body: unknown, status = 200) {
  return credentialsOf(login, {
    status,
    reason: '',
    headers,
    body: Buffer.from(JSON.stringify(body)),
    error: null,
  });
}

test('sends cookies back without their attributes', () => {
  const cookies: [string, string][] = [
    ['Set-Cookie', 'sid=1; Path=/; HttpOnly'],
    ['Set-Cookie', 'lang=en'],
  ];
  assert.deepEqual(credentials(cookies, {}), [['Cookie', 'sid=1; lang=en']]);
});

test('sends a token as a bearer token', () => {
  assert.deepEqual(credentials([], { token: 'x' }), [['Authorization', 'Bearer x']]);
  assert.deepEqual(credentials([], { data: { accessToken: 'y' } }), [['Authorization', 'Bearer y']]);
});

test('reports a login that fails or returns no credentials', () => {
  assert.throws(() => credentials([], {}, 401), /^Error: The login POST \/login got 401\.$/);
  assert.throws(() => credentials([], {}), /has neither a cookie nor a token: use --header/);
});

test('credentials of a login override recorded ones', () => {
  const request = requestOf({ method: 'GET', path: '/', headers: [['cookie', 'sid=old']] });
  assert.deepEqual(overHeaders(request, [['Cookie', 'sid=new']]).headers, [
    ['Host', 'localhost'],
    ['Cookie', 'sid=new'],
  ]);
});
