/** What sends the requests: told by its parent what to send where. */

import type { Autocannon, Result } from 'autocannon';
import { importFromHere } from '../peers.js';
import { fire, type Load, loadOf, requestOf, wireOf } from '../shared.js';
import { type Scenario, scenarioOf } from './scenarios.js';

export interface Job extends Crowd {
  readonly port: number;
  /** Its id. */
  readonly scenario: string;
}

interface Crowd {
  readonly amount: number;
  readonly connections: number;
}

type Shot = Omit<Job, 'scenario'>;

/** How often autocannon looks whether it is done. */
const MILLISECONDS = 10;
/** Fewer than the 511 that Node asks the system to keep waiting. */
const CROWD = 400;

importFromHere(['autocannon']);
const autocannon: Autocannon | undefined = await import('autocannon').then(
  (module) => module.default,
  () => undefined,
);

process.on('disconnect', () => process.exit());
process.on('message', async ({ scenario: id, ...job }: Job) => {
  try {
    const scenario = scenarioOf(id);
    process.send!(await (autocannon ? fireCannon(autocannon, scenario, job) : fireOwn(scenario, job)));
  } catch (error) {
    process.send!({ error: (error as Error).message });
  }
});

/** By the client of `maglev compare`, where autocannon is not installed. */
function fireOwn({ requests }: Scenario, job: Shot): Promise<Load> {
  const wires = requests.map(({ status, headers, ...request }) =>
    wireOf({
      request: requestOf({ ...request, headers: Object.entries(headers) }),
      status,
      length: null,
    }),
  );
  return fire({ ...job, requests: wires });
}

async function fireCannon(
  autocannon: Autocannon,
  scenario: Scenario,
  { port, amount, connections }: Shot,
): Promise<Load> {
  // The times of single answers are in the events; the result has whole milliseconds.
  const times = new Float64Array(amount);
  let count = 0;
  let last = 0;
  const onAnswer = (milliseconds: number) => {
    times[count++] = milliseconds;
    last = performance.now();
  };
  const begin = performance.now();
  const cannons: PromiseLike<Result>[] = [];
  for (const crowd of crowdsOf(amount, connections)) {
    const cannon = fireCrowd(autocannon, scenario, { port, ...crowd }, onAnswer);
    cannons.push(cannon.done);
    await cannon.connected;
  }
  for (const { errors, timeouts, statusCodeStats } of await Promise.all(cannons)) {
    if (errors + timeouts > 0)
      throw new Error(`${scenario.name}: ${errors} errors and ${timeouts} timeouts under load`);
    checkStatuses(scenario, statusCodeStats);
  }
  return loadOf(times.subarray(0, count), last - begin);
}

/** Connections come in crowds that the backlog of a server can hold: it would lose some of a larger one. */
function crowdsOf(amount: number, connections: number): Crowd[] {
  const count = Math.ceil(connections / CROWD);
  const share = (whole: number, i: number) =>
    Math.floor((whole * (i + 1)) / count) - Math.floor((whole * i) / count);
  return Array.from({ length: count }, (_, i) => ({
    amount: share(amount, i),
    connections: share(connections, i),
  }));
}

/** `connected` resolves once each connection may have had an answer, `done` with autocannon's result. */
function fireCrowd(
  autocannon: Autocannon,
  scenario: Scenario,
  { port, amount, connections }: Shot,
  onAnswer: (milliseconds: number) => void,
): { connected: Promise<void>; done: PromiseLike<Result> } {
  const instance = autocannon({
    url: `http://127.0.0.1:${port}`,
    requests: scenario.requests.map(({ method, path, headers, body }) => ({ method, path, headers, body })),
    amount,
    connections,
    sampleInt: MILLISECONDS,
    timeout: 60,
  });
  let answers = 0;
  const connected = new Promise<void>((resolve) => {
    instance.on('response', (_client, _status, _bytes, milliseconds) => {
      onAnswer(milliseconds);
      if (++answers === connections) resolve();
    });
    instance.once('done', () => resolve());
  });
  return { connected, done: instance };
}

/** Under load, too, no answer may have a status that nobody asked for. */
function checkStatuses({ name, requests }: Scenario, seen: Result['statusCodeStats']): void {
  const expected = new Set(requests.map(({ status }) => String(status)));
  const strange = Object.keys(seen).find((status) => !expected.has(status));
  if (strange !== undefined)
    throw new Error(`${name}: ${seen[strange]!.count} answers with status ${strange}`);
}
