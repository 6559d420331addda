import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite(
  'req.acceptsLanguages',
  (framework) => {
    test('finds the best language, or none', async () => {
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

    test('accepts any without a header', async () => {
      assert.equal(await inspect(framework, (req) => req.acceptsLanguages('tlh')), 'tlh');
    });
  },
  [5, 4],
);
