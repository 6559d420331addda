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

    test('runs the function in the given environments, or in every environment if none is given', () => {
      assert.equal(called(), true);
      assert.equal(called('stage'), true);
      assert.equal(called('production', 'stage'), true);
      assert.equal(called('production'), false);
    });

    test("runs the function in every environment if 'all' is the only argument", () => {
      assert.equal(called('all'), true);
      assert.equal(called('all', 'production'), false);
      assert.equal(called('production', 'all'), false);
    });
  },
  [3],
);
