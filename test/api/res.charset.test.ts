import assert from 'node:assert/strict';
import { test } from 'node:test';
import { responseOf, suite } from '../support/api.js';

suite(
  'res.charset',
  (framework) => {
    const type = async (handler: (req: any, res: any) => unknown) =>
      (await responseOf(framework, handler)).get('Content-Type');

    test('is added to a content type without a charset', async () => {
      const given = (value: string) =>
        type((_req, res) => {
          res.charset = 'latin1';
          res.set('Content-Type', value).end();
        });
      assert.equal(await given('text/plain'), 'text/plain; charset=latin1');
      assert.equal(await given('text/plain; charset=x'), 'text/plain; charset=x');
      assert.equal(await given('image/png'), 'image/png; charset=latin1');
    });

    test('is UTF-8 once text has been sent without a type', async () => {
      let charset: unknown;
      await responseOf(framework, (_req, res) => {
        res.send('x');
        charset = res.charset;
      });
      assert.equal(charset, 'utf-8');
      assert.equal(
        await type((_req, res) => {
          res.charset = 'latin1';
          res.send('text');
        }),
        'text/html; charset=utf-8',
      );
    });
  },
  [3],
);
