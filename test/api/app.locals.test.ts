import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, suite } from '../support/api.js';

suite('app.locals', (framework, line) => {
  test('holds the settings; in 3.x it is a function, later an object without a prototype', () => {
    const app = framework();
    assert.equal(Object.getPrototypeOf(app.locals), by(line, { 5: null, 4: null, 3: Function.prototype }));
    assert.deepEqual(Object.keys(app.locals), ['settings']);
    assert.equal(app.locals.settings, app.settings);
  });

  if (line === 3)
    test('copies own and inherited properties of an object, and returns the object', () => {
      const app = framework();
      const values = Object.assign(Object.create({ inherited: 1 }), { own: 2 });
      assert.equal(app.locals(values), values);
      assert.deepEqual([app.locals.inherited, app.locals.own], [1, 2]);
      assert.equal(app.locals(), undefined);
    });

  test('is not inherited', () => {
    const app = framework();
    const sub = framework();
    app.locals.title = 'x';
    app.use(sub);
    assert.equal(sub.locals.title, undefined);
  });
});
