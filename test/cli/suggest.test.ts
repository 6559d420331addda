import assert from 'node:assert/strict';
import test from 'node:test';
import { suggest } from '../../src/cli/suggest.js';

const names = ['routes', 'check', 'compare', 'swap', 'register', 'bench'];

for (const [word, meant] of [
  ['route', 'routes'],
  ['chekc', 'check'],
  ['comapre', 'compare'],
  ['benhc', 'bench'],
  ['reg', 'register'],
  ['deploy', undefined],
  ['', undefined],
] as const) {
  test(`${JSON.stringify(word)} suggests ${meant}`, () => assert.equal(suggest(word, names), meant));
}
