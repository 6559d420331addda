import assert from 'node:assert/strict';
import test from 'node:test';
import { fuzzRouting } from './routing.js';

/** More with `npm run fuzz`; here enough to notice a mistake, in some thirty seconds. */
const CASES = Number(process.env.MAGLEV_CASES ?? 1200);

for (const line of [5, 4, 3] as const) {
  test(`random applications of the ${line}.x line answer as real Express does`, async (t) => {
    const seed = Number(process.env.MAGLEV_SEED ?? Date.now() % 1_000_000_000);
    t.diagnostic(`${CASES} cases, seed ${seed}`);
    assert.equal(await fuzzRouting(line, { cases: CASES, seed }), null);
  });
}
