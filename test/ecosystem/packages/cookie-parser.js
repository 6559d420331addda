import assert from 'node:assert/strict';

export function program({ require }) {
  const express = require('express');
  const app = express();
  app.use(require('cookie-parser')('secret'));
  app.get('/set', (_req, res) => {
    res.cookie('plain', 'a b');
    res.cookie('signed', 'mine', { signed: true, httpOnly: true });
    res.cookie('json', { a: [1] });
    res.send('set');
  });
  app.get('/get', (req, res) => res.json({ plain: req.cookies, signed: req.signedCookies }));
  app.get('/clear', (_req, res) => res.clearCookie('plain').sendStatus(204));
  return app;
}

export const cases = {
  async 'parses the cookies that res.cookie has set'(client) {
    const { cookies } = await client.get('/set');
    const { json } = await client.get('/get', { cookie: cookies });
    assert.deepEqual(json, { plain: { plain: 'a b', json: { a: [1] } }, signed: { signed: 'mine' } });
  },

  async 'rejects an invalid signature'(client) {
    const { cookies } = await client.get('/set');
    const { json } = await client.get('/get', { cookie: cookies.replace('mine', 'theirs') });
    assert.deepEqual(json.signed, { signed: false });
  },

  async 'handles a cleared cookie'(client) {
    const { status, headers } = await client.get('/clear');
    assert.equal(status, 204);
    assert.match(headers['set-cookie'][0], /^plain=; Path=\/; Expires=Thu, 01 Jan 1970/);
  },
};
