import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, suite } from '../support/api.js';

suite('app.set', (framework, line) => {
  test('stores a value and returns the application', () => {
    const app = framework();
    assert.equal(app.set('title', 'x'), app);
    assert.equal(app.get('title'), 'x');
    assert.equal(app.settings.title, 'x');
  });

  test('returns the value if called with a name only, and stores an explicit undefined', () => {
    const app = framework();
    app.set('title', 'x');
    assert.equal(app.set('title'), 'x');
    assert.equal(app.set('title', undefined), app);
    assert.equal(app.get('title'), undefined);
  });

  test('accepts any name', () => {
    const app = framework();
    for (const name of ['constructor', 'hasOwnProperty', 'toString']) {
      const inherited = Object.prototype[name as 'constructor'];
      assert.equal(app.get(name), by<unknown>(line, { 5: undefined, 4: undefined, 3: inherited }));
      assert.equal(app.set(name, 1).get(name), 1);
    }
  });

  test('throws for unknown values of etag and query parser', () => {
    const app = framework();
    assert.throws(() => app.set('etag', 'bogus'), {
      name: 'TypeError',
      message: 'unknown value for etag function: bogus',
    });
    if (line !== 3)
      assert.throws(() => app.set('query parser', 'bogus'), {
        name: 'TypeError',
        message: 'unknown value for query parser function: bogus',
      });
    assert.throws(() => app.set('trust proxy', {}), {
      name: 'TypeError',
      message: 'unsupported trust argument',
    });
    assert.throws(() => app.set('trust proxy', 'nonsense'), { message: 'invalid IP address: nonsense' });
  });
});
