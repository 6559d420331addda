/** The load of autocannon, which repeats the same requests. */
import type { Autocannon, Result } from 'autocannon';
import { importFromHere } from '../peers.js';
import { type Load, type LoadOptions, loadOf } from '../shared.js';
import { samplesOf } from './pool.js';
import type { Scenario } from './scenario.js';

export type SendByAutocannon = (
  scenario: Scenario,
  options: Required<Omit<LoadOptions, 'milliseconds'>>,
) => Promise<Load>;

/** How often autocannon checks whether it is done. */
const MILLISECONDS = 10;

/** Undefined if it is not installed. */
export async function importAutocannon(): Promise<SendByAutocannon | undefined> {
  importFromHere(['autocannon']);
  try {
    const { default: autocannon } = await import('autocannon');
    return (scenario, options) => sendByAutocannon(autocannon, scenario, options);
  } catch {
    return undefined;
  }
}

async function sendByAutocannon(
  autocannon: Autocannon,
  scenario: Scenario,
  { port, ...options }: Parameters<SendByAutocannon>[1],
): Promise<Load> {
  const requests = samplesOf(scenario).map(({ method, path, headers, body }) => ({
    method,
    path,
    headers,
    body,
  }));
  // The times of single responses are in the events; the result only has integer milliseconds.
  const times = new Float64Array(options.amount);
  let count = 0;
  let last = 0;
  const begin = performance.now();
  const run = autocannon({
    url: `http://127.0.0.1:${port}`,
    requests,
    sampleInt: MILLISECONDS,
    timeout: 60,
    ...options,
  });
  run.on('response', (_client, _status, _bytes, milliseconds) => {
    times[count++] = milliseconds;
    last = performance.now();
  });
  const { errors, timeouts, statusCodeStats } = await run;
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
