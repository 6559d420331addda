import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import source5 from '../../src/index.js';
import source3 from '../../src/v3.js';
import source4 from '../../src/v4.js';

// Monitoring tools, stack traces and route listings read function names, so the build must not change them.
const require = createRequire(import.meta.url);
const lines: [name: string, built: any, source: any][] = [
  ['maglev', require('maglev'), source5],
  ['maglev/v4', require('maglev/v4'), source4],
  ['maglev/v3', require('maglev/v3'), source3],
];

describe('the built files', () => {
  for (const [name, built, source] of lines) {
    for (const part of ['application', 'request', 'response'] as const) {
      it(`keep the names of the functions of ${name}'s ${part}`, () => {
        assert.deepEqual(functionNames(built[part]), functionNames(source[part]));
      });
    }

    it(`keep the names of the functions that ${name} exports`, () => {
      assert.deepEqual(functionNames(built), functionNames(source));
      assert.deepEqual(functionNames(built.Router), functionNames(source.Router));
      assert.deepEqual(functionNames(built.Router.prototype), functionNames(source.Router.prototype));
      assert.deepEqual(functionNames(built.Route.prototype), functionNames(source.Route.prototype));
    });
  }

  it('export plain properties, which V8 inlines', () => {
    const { createFactory } = Object.getOwnPropertyDescriptors(
      require('../../dist/bundle/core.js').load('src/create.js'),
    );
    assert.equal(typeof createFactory?.value, 'function');
  });
});

describe('import * as framework', () => {
  // Node 23 and later add `module.exports`.
  for (const [name, express] of [
    ['maglev', 'express5'],
    ['maglev/v4', 'express4'],
  ] as const)
    it(`has the keys that it has with Express: ${name}`, async () => {
      const [ours, theirs] = [await import(name), await import(express)];
      assert.deepEqual(Object.keys(ours), Object.keys(theirs));
      assert.equal(ours['module.exports'], theirs['module.exports'] && require(name));
    });
});

function functionNames(object: object): Record<string, string> {
  const names: Record<string, string> = {};
  for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
    if (typeof value === 'function' && key !== 'constructor' && key !== 'default') names[key] = value.name;
  }
  return names;
}
