import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite(
  'req.acceptsLanguages',
  (framework) => {
    test('returns the best language, or false', async () => {
      const headers = { 'Accept-Language': 'en;q=0.8, es, pt-BR;q=0.1' };
      assert.equal(await inspect(framework, (req) => req.acceptsLanguages('en', 'es'), { headers }), 'es');
      assert.equal(await inspect(framework, (req) => req.acceptsLanguages('pt'), { headers }), 'pt');
      assert.equal(await inspect(framework, (req) => req.acceptsLanguages('fr'), { headers }), false);
      assert.deepEqual(await inspect(framework, (req) => req.acceptsLanguages(), { headers }), [
        'es',
        'en',
        'pt-BR',
      ]);
    });

    test('accepts any language without the header', async () => {
      assert.equal(await inspect(framework, (req) => req.acceptsLanguages('tlh')), 'tlh');
    });
  },
  [5, 4],
);
