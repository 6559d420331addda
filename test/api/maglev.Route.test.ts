import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite('maglev.Route', (framework) => {
  test('is the class of routes', () => {
    const route = new framework.Route('/x');
    assert.equal(route.path, '/x');
    assert.equal(framework().route('/y') instanceof framework.Route, true);
  });
});
