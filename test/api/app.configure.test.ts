import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite(
  'app.configure',
  (framework) => {
    const called = (...environments: string[]) => {
      const app = framework();
      app.set('env', 'stage');
      let self: unknown;
      const result = app.configure(...environments, function (this: unknown) {
        self = this;
      });
      assert.equal(result, app);
      assert.ok(self === undefined || self === app);
      return self === app;
    };

    test('calls in the environments it is given, or in any', () => {
      assert.equal(called(), true);
      assert.equal(called('stage'), true);
      assert.equal(called('production', 'stage'), true);
      assert.equal(called('production'), false);
    });

    test("calls in every environment for 'all', if it stands alone", () => {
      assert.equal(called('all'), true);
      assert.equal(called('all', 'production'), false);
      assert.equal(called('production', 'all'), false);
    });
  },
  [3],
);
