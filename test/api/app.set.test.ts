import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite('app.set', (framework) => {
  test('stores a value and chains', () => {
    const app = framework();
    assert.equal(app.set('title', 'x'), app);
    assert.equal(app.get('title'), 'x');
    assert.equal(app.settings.title, 'x');
  });

  test('reads with the name alone, stores an explicit undefined', () => {
    const app = framework();
    app.set('title', 'x');
    assert.equal(app.set('title'), 'x');
    assert.equal(app.set('title', undefined), app);
    assert.equal(app.get('title'), undefined);
  });

  test('takes any name', () => {
    const app = framework();
    for (const name of ['constructor', 'hasOwnProperty', 'toString']) {
      assert.equal(app.get(name), undefined);
      assert.equal(app.set(name, 1).get(name), 1);
    }
  });

  test('refuses unknown values of etag and query parser', () => {
    const app = framework();
    assert.throws(() => app.set('etag', 'bogus'), {
      name: 'TypeError',
      message: 'unknown value for etag function: bogus',
    });
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
