import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzParsers, PAIRS } from './parsers.js';
import { casesFrom, seedFrom } from './settings.js';

const cases = casesFrom(process.env, 1000);
const seed = seedFrom(process.env);

for (const name of Object.keys(PAIRS)) {
  test(`handles ${cases} random uploads as body-parser ${name} does (seed ${seed})`, async () => {
    assert.equal(await fuzzParsers(name, { cases, seed }), null);
  });
}
