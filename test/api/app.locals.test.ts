import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite('app.locals', (framework) => {
  test('has no prototype and holds the settings', () => {
    const app = framework();
    assert.equal(Object.getPrototypeOf(app.locals), null);
    assert.deepEqual(Object.keys(app.locals), ['settings']);
    assert.equal(app.locals.settings, app.settings);
  });

  test('is not inherited', () => {
    const app = framework();
    const sub = framework();
    app.locals.title = 'x';
    app.use(sub);
    assert.equal(sub.locals.title, undefined);
  });
});
