import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, suite } from '../support/api.js';

suite('app.on', (framework, line) => {
  test('emits mount with the parent application', () => {
    const app = framework();
    const sub = framework();
    const seen: unknown[] = [];
    sub.on('mount', function (this: unknown, parent: unknown) {
      seen.push(this === sub, parent === app, by(line, { 5: sub.mountpath, 4: sub.mountpath, 3: sub.route }));
    });
    app.use('/m', sub);
    assert.deepEqual(seen, [true, true, '/m']);
  });

  test('works for custom events', () => {
    const app = framework();
    let got: unknown;
    app.once('custom', (value: unknown) => {
      got = value;
    });
    assert.deepEqual([app.emit('custom', 1), app.emit('custom', 2), got], [true, false, 1]);
    assert.equal(app.listenerCount('mount'), 1);
  });
});
