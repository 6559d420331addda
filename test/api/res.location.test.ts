import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, by, suite } from '../support/api.js';

suite('res.location', (framework, line) => {
  const location = async (url: unknown) =>
    (await answer(framework, (_req, res) => res.location(url).end())).get('Location');

  test('encodes what needs it and nothing twice', async () => {
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
    test('takes back for the referrer', async () => {
      const back = (_req: any, res: any) => res.location('back').end();
      const { get } = await answer(framework, back, { headers: { Referer: 'http://a/b c' } });
      assert.equal(get('Location'), 'http://a/b%20c');
    });
});
