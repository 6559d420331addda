import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, failure, responseOf, sendRequest, suite } from '../support/api.js';
import { skipIf } from '../support/conditions.js';

suite('res.location', (framework, line) => {
  const location = async (url: unknown) =>
    (await responseOf(framework, (_req, res) => res.location(url).end())).get('Location');

  if (line === 3)
    // Outside of `node_modules`, where maglev is in tests, Node warns of `url.resolve`.
    test('does not encode the URL, and resolves a relative one', {
      skip: skipIf('deprecations are thrown'),
    }, async () => {
      assert.equal(await location('/a b'), '/a b');
      assert.equal(await location('back'), '/');
      assert.equal(await location('//host/x'), '//host/x');
      const blog = framework();
      blog.use((req: any, res: any) => res.location(req.query.to).end());
      const app = framework();
      app.use('/blog', blog);
      for (const [to, expected] of [
        ['./edit', '/blog/post/edit'],
        ['..', '/blog/'],
        ['login', '/blog/login'],
        ['http://a/', 'http://a/'],
      ])
        assert.equal((await sendRequest(app, `/blog/post?to=${to}`)).get('Location'), expected);
      assert.match((await failure(framework, (_req, res) => res.location())).message, /reading 'indexOf'/);
    });

  if (line !== 3)
    test('encodes the URL, but not what is encoded already', async () => {
      assert.equal(await location('/a b'), '/a%20b');
      assert.equal(
        await location('https://example.com?q=\u2603 §10'),
        'https://example.com?q=%E2%98%83%20%C2%A710',
      );
      assert.equal(await location('/%41%zz'), '/%41%25zz');
      assert.equal(await location('back'), by(line, { 5: 'back', 4: '/' }));
      assert.equal(await location(undefined), 'undefined');
    });

  if (line === 4)
    test("uses the referrer for 'back'", async () => {
      const back = (_req: any, res: any) => res.location('back').end();
      const { get } = await responseOf(framework, back, { headers: { Referer: 'http://a/b c' } });
      assert.equal(get('Location'), 'http://a/b%20c');
    });
});
