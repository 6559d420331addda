import assert from 'node:assert/strict';
import { test } from 'node:test';
import cookieParser from 'cookie-parser';
import { sendRequest, suite } from '../support/api.js';

suite('req.signedCookies', (framework) => {
  test('holds the values that res.cookie signed, and false for a tampered cookie', async () => {
    const app = framework();
    app.use(cookieParser('secret'));
    app.get('/set', (_req: any, res: any) => res.cookie('user', { id: 7 }, { signed: true }).end());
    app.get('/get', (req: any, res: any) => res.json([req.cookies, req.signedCookies]));
    const cookie = (await sendRequest(app, '/set')).get('Set-Cookie')!.split(';')[0]!;
    assert.match(cookie, /^user=s%3A/);
    assert.equal(
      (await sendRequest(app, { path: '/get', headers: { Cookie: cookie } })).body,
      '[{},{"user":{"id":7}}]',
    );
    const forged = await sendRequest(app, { path: '/get', headers: { Cookie: `${cookie}x` } });
    assert.equal(forged.body, '[{},{"user":false}]');
  });
});
