import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite(
  'maglev.mime',
  (framework) => {
    test('knows the types of files', () => {
      assert.equal(framework.mime, framework.static.mime);
      assert.equal(framework.mime.lookup('x.html'), 'text/html');
    });
  },
  [3],
);
