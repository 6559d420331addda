/** A sample of `npm run fuzz:http`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomSeed } from '../support/random.js';
import { fuzz } from './run.js';

const SAMPLES = { 5: 2000, 4: 1000, 3: 1000 };

for (const [line, requests] of Object.entries(SAMPLES)) {
  test(`responds to attacks on the socket in ${line}.x as Express does`, async (t) => {
    const seed = randomSeed();
    t.diagnostic(`npm run fuzz:http -- --express ${line} --requests ${requests} --seed ${seed}`);
    const report = await fuzz({ line: Number(line), requests, seed, compared: 1, connections: 64 });
    assert.deepEqual(report.failures, []);
    assert.deepEqual(report.findings, [], `seed ${seed}`);
  });
}
