import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { casesFrom } from './settings.js';

/** Enough to notice a mistake, in about thirty seconds; `npm run fuzz` runs more. */
const CASES = casesFrom(process.env, 1200);
const FUZZER = fileURLToPath(new URL('./fuzz.ts', import.meta.url));

for (const line of [5, 4, 3] as const) {
  test(`responds as Express ${line} in random applications`, (t) => {
    const seed = Number(process.env.MAGLEV_SEED ?? Date.now() % 1_000_000_000);
    t.diagnostic(`${CASES} cases, seed ${seed}`);
    const { status, stdout, stderr } = fuzz('--express', line, '--cases', CASES, '--seed', seed);
    assert.equal(status, 0, stdout + stderr);
  });
}

/** Runs in a separate process: some applications crash Express, and the runner would report each crash as a failure. */
function fuzz(...args: (string | number)[]) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawnSync(process.execPath, [...process.execArgv, FUZZER, ...args.map(String)], {
    encoding: 'utf8',
    env,
  });
}
