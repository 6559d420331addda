import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appWith, by, failure, responseOf, sendRequest, suite } from '../support/api.js';

suite('res.redirect', (framework, line) => {
  const redirect =
    (...args: unknown[]) =>
    (_req: any, res: any) =>
      res.redirect(...args);

  test('redirects with 302 and a line of text', async () => {
    const { status, body, headers } = await responseOf(framework, redirect('/there'), {
      headers: { Accept: 'text/plain' },
    });
    assert.equal(status, 302);
    assert.equal(body, 'Found. Redirecting to /there');
    assert.deepEqual(headers.slice(1, 5), [
      ['Location', '/there'],
      ['Vary', 'Accept'],
      ['Content-Type', `text/plain; charset=${by(line, { 5: 'utf-8', 4: 'utf-8', 3: 'UTF-8' })}`],
      ['Content-Length', '28'],
    ]);
  });

  test('escapes the URL in HTML', async () => {
    const { body, get } = await responseOf(framework, redirect('/?<a>&"'), {
      headers: { Accept: 'text/html' },
    });
    const target = '/?%3Ca%3E&amp;%22';
    const message = `<p>Found. Redirecting to ${target}</p>`;
    const document = `<!DOCTYPE html><head><title>Found</title></head><body>${message}</body>`;
    const link = '/?&lt;a&gt;&amp;&quot;';
    const linked = `<p>Found. Redirecting to <a href="${link}">${link}</a></p>`;
    assert.equal(body, by(line, { 5: document, 4: message, 3: linked }));
    assert.match(get('Content-Type')!, /^text\/html; charset=utf-8$/i);
  });

  test('sends an empty body for other types', async () => {
    const { body, get } = await responseOf(framework, redirect('/x'), {
      headers: { Accept: 'application/json' },
    });
    assert.deepEqual([body, get('Content-Length'), get('Content-Type')], ['', '0', undefined]);
  });

  test('takes a status as first argument', async () => {
    const { status, body } = await responseOf(framework, redirect(301, '/x'));
    assert.deepEqual([status, body], [301, 'Moved Permanently. Redirecting to /x']);
    assert.equal((await responseOf(framework, redirect(599, '/x'))).body, 'undefined. Redirecting to /x');
  });

  test('responds to HEAD without a body', async () => {
    const { status, body, get } = await responseOf(framework, redirect('/x'), { method: 'HEAD' });
    assert.deepEqual([status, body, get('Content-Length')], [302, '', '24']);
  });

  test("treats 'back' as the referrer in 4.x, and as a URL in 5.x", async () => {
    const { get } = await responseOf(framework, redirect('back'), { headers: { Referer: '/from' } });
    assert.equal(get('Location'), by(line, { 5: 'back', 4: '/from' }));
  });

  test('chooses the format before it reads the status', async () => {
    const status = {
      toString() {
        throw new Error('no status');
      },
    };
    for (const Accept of ['text/plain', 'text/html']) {
      const app = appWith(framework, (_req, res) =>
        // If the first argument is not a number, 3.x and 4.x use the second as the status.
        line === 5 ? res.redirect(status, '/x') : res.redirect('/x', status),
      );
      let seen: unknown;
      app.use((error: any, _req: any, res: any, _next: any) => {
        seen = [error.message, res.get('Location'), res.get('Vary'), res.get('Content-Type')?.toLowerCase()];
        res.statusCode = 500;
        res.end();
      });
      await sendRequest(app, { headers: { Accept } });
      assert.deepEqual(seen, ['no status', '/x', 'Accept', `${Accept}; charset=utf-8`]);
    }
  });

  if (line !== 3)
    test('reads the URL from the result of res.location', async () => {
      const { body } = await responseOf(framework, (_req, res) => {
        res.location = () => ({ get: (name: string) => `${name} of another` });
        res.redirect('/x');
      });
      assert.equal(body, 'Found. Redirecting to Location of another');
    });

  test('throws if res.format calls none of its functions', async () => {
    const error = await failure(framework, (_req, res) => {
      res.format = () => res;
      res.redirect('/x');
    });
    assert.equal(error.code, 'ERR_INVALID_ARG_TYPE');
  });

  test('accepts a missing URL, and throws for a status as second argument in 5.x only', async () => {
    if (line !== 3) assert.equal((await responseOf(framework, redirect())).get('Location'), 'undefined');
    if (line !== 5) {
      assert.equal((await responseOf(framework, redirect('/url', 301))).status, 301);
      return;
    }
    const error = await failure(framework, redirect('/url', 302));
    assert.equal(error.message, 'Invalid status code: "/url". Status code must be an integer.');
  });
});
