import assert from 'node:assert/strict';
import test from 'node:test';
import { BackgroundLoad } from '../../../src/cli/measure/background-load.js';

/** What is said after a second in which all programs worked for `all` milliseconds, and the measurement's own for `own`. */
async function after(all: number, own: number, cores = 2): Promise<string | null> {
  let [busy, used, clock] = [5000, 3_000_000, 100];
  const machine = { cores, busyTime: () => busy, now: () => clock };
  const elsewhere = await BackgroundLoad.watch(async () => used, machine);
  busy += all;
  used += own * 1000;
  clock += 1000;
  return elsewhere.warning();
}

test('a machine that has nothing else to do is trusted', async () => {
  assert.equal(await after(1900, 1800), null);
});

test('other programs make figures unreliable, and are told', async () => {
  assert.equal(
    await after(2000, 800),
    'Figures are unreliable: other programs kept 1.2 of 2 cores busy while they were measured.',
  );
});

test('other programs may use cores that nobody needs', async () => {
  assert.equal(await after(7000, 1500, 8), null);
  assert.match((await after(8000, 1500, 8))!, /kept 6\.5 of 8 cores busy/);
});
