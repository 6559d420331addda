import assert from 'node:assert/strict';

/** Vulnerable code takes minutes, safe code takes milliseconds, on a busy machine tens of them. */
const LIMIT_MS = 10_000;

/** Fails if a function uses more CPU time than the limit. Waiting for other processes does not count. */
export async function quickly(act: () => unknown): Promise<void> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  const spent = (user + system) / 1000;
  assert.ok(spent < LIMIT_MS, `took ${spent} ms of CPU time`);
}
