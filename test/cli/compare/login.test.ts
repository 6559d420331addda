import assert from 'node:assert/strict';
import test from 'node:test';
import { credentialsOf, endsSession } from '../../../src/cli/compare/login.js';
import { overHeaders, requestOf } from '../../../src/cli/compare/request.js';
import type { Response } from '../../../src/cli/compare/response.js';

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
  assert.throws(() => credentials([], {}, 401), /^Error: The login POST \/login failed: status 401\.$/);
  assert.throws(() => credentials([], {}), /has neither a cookie nor a token: use --header/);
});

test('notices requests that end the session', () => {
  const held = [['Cookie', 'sid=1; lang=en']] as const;
  const ends = (path: string, cookie = 'other=; Max-Age=0') => {
    const headers = [['Set-Cookie', cookie]] as const;
    const response: Response = {
      status: 200,
      reason: '',
      headers,
      body: Buffer.alloc(0),
      error: null,
    };
    return endsSession(requestOf({ method: 'GET', path }), response, held);
  };
  for (const path of ['/logout', '/auth/log-out', '/api/sign_out?now=1', '/users/signout'])
    assert.equal(ends(path), true, path);
  for (const path of ['/', '/blogoutline', '/logs', '/about']) assert.equal(ends(path), false, path);
  for (const cookie of ['sid=', 'sid=x; Max-Age=0', 'sid=x; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])
    assert.equal(ends('/', cookie), true, cookie);
  for (const cookie of ['sid=2', 'sid=2; Max-Age=60', 'sid=2; Expires=Fri, 01 Jan 2100 00:00:00 GMT'])
    assert.equal(ends('/', cookie), false, cookie);
});

test('credentials of a login override recorded ones', () => {
  const request = requestOf({ method: 'GET', path: '/', headers: [['cookie', 'sid=old']] });
  assert.deepEqual(overHeaders(request, [['Cookie', 'sid=new']]).headers, [
    ['Host', 'localhost'],
    ['Cookie', 'sid=new'],
  ]);
});
