import assert from 'node:assert/strict';
import { test } from 'node:test';
import cookieParser from 'cookie-parser';
import { inspect, suite } from '../support/api.js';

suite('req.cookies', (framework) => {
  test('does not exist without the middleware', async () => {
    assert.equal(await inspect(framework, (req) => 'cookies' in req, { headers: { Cookie: 'a=1' } }), false);
  });

  test('holds the cookies, with JSON values parsed', async () => {
    const headers = { Cookie: 'name=tobi; cart=j%3A%7B%22items%22%3A%5B1%5D%7D' };
    const seen = await inspect(
      framework,
      (req) => req.cookies,
      { headers },
      (app) => app.use(cookieParser()),
    );
    assert.deepEqual(seen, { name: 'tobi', cart: { items: [1] } });
  });
});
