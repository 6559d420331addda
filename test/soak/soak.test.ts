/** Samples of `npm run soak`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomSeed } from '../support/random.js';
import { hold, soak } from './run.js';

for (const line of [5, 4, 3]) {
  test(`responds correctly to every request of a mixed workload in ${line}.x`, async (t) => {
    const seed = randomSeed();
    t.diagnostic(`seed ${seed}`);
    const settings = { line, seed, connections: 32, requests: 6000, seconds: 600, interval: 600 };
    const { tally, problems } = await soak(settings);
    assert.deepEqual(tally.mismatches, [], `seed ${seed}`);
    assert.deepEqual(problems, []);
    assert.equal(tally.requests, settings.requests);
  });
}

test('holds 500 connections and responds on each of them again', async () => {
  const { responded, problems } = await hold(5, 500, 0);
  assert.deepEqual(problems, []);
  assert.deepEqual(responded, [500, 500]);
});
