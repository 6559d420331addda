import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { otherChanges } from '../../../src/cli/swap/npm-changes.js';

describe('what packages get in other versions after a swap', () => {
  const debug = { dependencies: { debug: '^2.6.0', express: '^4.18.0' } };
  const before = {
    '': { name: 'app', ...debug },
    'packages/inner': { devDependencies: { debug: '^2.6.0' } },
    'node_modules/debug': { version: '2.6.8' },
    'node_modules/express': { version: '4.18.2', dependencies: { debug: '2.6.9', qs: '6.11.0' } },
    'node_modules/express/node_modules/debug': { version: '2.6.9' },
    'node_modules/qs': { version: '6.11.0' },
    'node_modules/@a/logs': { version: '1.0.0', ...debug },
    'node_modules/@a/logs/node_modules/debug': { version: '2.6.7' },
    'node_modules/moves': { version: '1.0.0', dependencies: { debug: '*' } },
  };

  it('includes those of the project, of workspaces and of packages that stay', () => {
    const after = {
      ...before,
      'node_modules/debug': { version: '2.6.9' },
      'node_modules/express': { version: '4.22.3', dependencies: { debug: '4.4.3' } },
      'node_modules/qs': { version: '6.13.0' },
      'node_modules/moves': { version: '2.0.0', dependencies: { debug: '*' } },
    };
    const { 'node_modules/@a/logs/node_modules/debug': _, ...deduped } = after;
    assert.deepEqual(otherChanges(before, deduped), [
      { name: 'app', text: 'debug 2.6.8 became 2.6.9' },
      { name: 'inner', text: 'debug 2.6.8 became 2.6.9' },
      { name: '@a/logs', text: 'debug 2.6.7 became 2.6.9' },
    ]);
  });

  it('is nothing if they only find them elsewhere', () => {
    const after = { ...before, 'node_modules/@a/logs/node_modules/qs': { version: '6.13.0' } };
    assert.deepEqual(otherChanges(before, after), []);
  });
});
