import assert from 'node:assert/strict';
import test from 'node:test';
import { BackgroundLoad } from '../../../src/cli/measure/background-load.js';

/** The message after a second in which all programs used `all` ms of CPU time, and the measurement itself `own`. */
async function after(all: number, own: number, cores = 2): Promise<string | null> {
  let [busy, used, clock] = [5000, 3_000_000, 100];
  const machine = { cores, busyTime: () => busy, now: () => clock };
  const elsewhere = await BackgroundLoad.watch(async () => used, machine);
  busy += all;
  used += own * 1000;
  clock += 1000;
  return elsewhere.warning();
}

test('trusts an idle machine', async () => {
  assert.equal(await after(1900, 1800), null);
});

test('reports unreliable figures if other programs run', async () => {
  assert.equal(
    await after(2000, 800),
    'Other programs kept 1.2 of 2 cores busy, so requests per second and latency are unreliable. CPU time is compared between adjacent rounds, and reported as far as these agree.',
  );
});

test('lets other programs use spare cores', async () => {
  assert.equal(await after(7000, 1500, 8), null);
  assert.match((await after(8000, 1500, 8))!, /kept 6\.5 of 8 cores busy/);
});
