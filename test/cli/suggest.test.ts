import assert from 'node:assert/strict';
import test from 'node:test';
import { suggest } from '../../src/cli/suggest.js';

const names = ['routes', 'check', 'compare', 'swap', 'register', 'bench'];

for (const [input, meant] of [
  ['route', 'routes'],
  ['chekc', 'check'],
  ['comapre', 'compare'],
  ['benhc', 'bench'],
  ['reg', 'register'],
  ['deploy', undefined],
  ['', undefined],
] as const) {
  test(`${JSON.stringify(input)} suggests ${meant}`, () => assert.equal(suggest(input, names), meant));
}
