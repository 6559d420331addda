import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, sendRequest, suite } from '../support/api.js';

suite('app.get', (framework, line) => {
  test('returns a setting if called with a name only', () => {
    const app = framework();
    app.set('answer', 42);
    assert.equal(app.get('answer'), 42);
    assert.equal(app.get('nothing'), undefined);
  });

  test('registers a route otherwise', async () => {
    const app = framework();
    assert.equal(
      app.get('/', (_req: any, res: any) => res.send('home')),
      app,
    );
    assert.equal((await sendRequest(app)).body, 'home');
    assert.equal((await sendRequest(app, { method: 'POST' })).status, 404);
  });

  test('throws for a route without a function', () => {
    const name = by(line, { 5: 'TypeError', 4: 'Error' });
    assert.throws(() => framework().get('/', undefined), { name });
    assert.throws(() => framework().get('/', 'x'), { name });
  });
});
