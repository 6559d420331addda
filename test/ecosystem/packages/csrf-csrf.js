import assert from 'node:assert/strict';

// Tokens are random.
export const volatile = [/(?<=csrf=)[^;]+/g, /(?<="token":")[^"]+/g, /(?<=^ETag: ).*/gm];

export function program({ require }) {
  const express = require('express');
  const { doubleCsrf } = require('csrf-csrf');
  const { doubleCsrfProtection, invalidCsrfTokenError } = doubleCsrf({
    getSecret: () => 'secret',
    getSessionIdentifier: (req) => req.cookies.session ?? '',
    cookieName: 'csrf',
    cookieOptions: { secure: false, sameSite: 'strict' },
    errorConfig: { code: 'FORGED' },
  });
  const app = express();
  app.use(require('cookie-parser')());
  app.use(doubleCsrfProtection);
  app.get('/token', (req, res) => res.json({ token: req.csrfToken() }));
  app.post('/change', (_req, res) => res.json({ changed: true }));
  app.use((error, _req, res, next) => {
    if (error !== invalidCsrfTokenError) return next(error);
    return res.status(error.statusCode).json({ code: error.code, message: error.message });
  });
  return app;
}

export const cases = {
  async 'accepts requests with cookie and token'(client) {
    const { json, cookies } = await client.get('/token', { cookie: 'session=1' });
    const headers = { cookie: `session=1; ${cookies}`, 'x-csrf-token': json.token };
    assert.deepEqual((await client.post('/change', {}, headers)).json, { changed: true });
  },

  async 'rejects other requests'(client) {
    const { json, cookies } = await client.get('/token', { cookie: 'session=1' });
    for (const headers of [
      {},
      { cookie: `session=1; ${cookies}` },
      { cookie: 'session=1', 'x-csrf-token': json.token },
      { cookie: `session=2; ${cookies}`, 'x-csrf-token': json.token },
    ]) {
      const { status, json: error } = await client.post('/change', {}, headers);
      assert.equal(status, 403);
      assert.equal(error.code, 'FORGED');
    }
  },
};
