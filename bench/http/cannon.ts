/** The load of autocannon, which repeats the same requests. */
import type { Autocannon, Result } from 'autocannon';
import { importFromHere } from '../peers.js';
import { type Crowd, type Load, loadOf } from '../shared.js';
import { samplesOf } from './pool.js';
import type { Scenario } from './scenario.js';

export type Cannon = (scenario: Scenario, crowd: Required<Omit<Crowd, 'milliseconds'>>) => Promise<Load>;

/** How often autocannon checks whether it is done. */
const MILLISECONDS = 10;

/** Undefined if it is not installed. */
export async function loadCannon(): Promise<Cannon | undefined> {
  importFromHere(['autocannon']);
  try {
    const { default: autocannon } = await import('autocannon');
    return (scenario, crowd) => fireCannon(autocannon, scenario, crowd);
  } catch {
    return undefined;
  }
}

async function fireCannon(
  autocannon: Autocannon,
  scenario: Scenario,
  { port, ...crowd }: Parameters<Cannon>[1],
): Promise<Load> {
  const requests = samplesOf(scenario).map(({ method, path, headers, body }) => ({
    method,
    path,
    headers,
    body,
  }));
  // The times of single responses are in the events; the result only has integer milliseconds.
  const times = new Float64Array(crowd.amount);
  let count = 0;
  let last = 0;
  const begin = performance.now();
  const cannon = autocannon({
    url: `http://127.0.0.1:${port}`,
    requests,
    sampleInt: MILLISECONDS,
    timeout: 60,
    ...crowd,
  });
  cannon.on('response', (_client, _status, _bytes, milliseconds) => {
    times[count++] = milliseconds;
    last = performance.now();
  });
  const { errors, timeouts, statusCodeStats } = await cannon;
  if (errors + timeouts > 0)
    throw new Error(`${scenario.name}: ${errors} errors and ${timeouts} timeouts under load`);
  checkStatuses(scenario, statusCodeStats);
  return loadOf(times.subarray(0, count), last - begin);
}

/** No response under load may have an unexpected status. */
function checkStatuses(scenario: Scenario, seen: Result['statusCodeStats']): void {
  const expected = new Set(samplesOf(scenario).map(({ status }) => String(status)));
  const unexpected = Object.keys(seen).find((status) => !expected.has(status));
  if (unexpected !== undefined)
    throw new Error(`${scenario.name}: ${seen[unexpected]!.count} responses with status ${unexpected}`);
}
