/** What sends the requests: told by its parent what to send where, { port, scenario, amount, connections }. */
import { importFromHere } from '../peers.js';
import { fire, loadOf, requestOf, wireOf } from '../shared.js';
import { scenarioOf } from './scenarios.js';

/** How often autocannon looks whether it is done. */
const MILLISECONDS = 10;

importFromHere();
const autocannon = await import('autocannon').then(
  (module) => module.default,
  () => undefined,
);

process.on('disconnect', () => process.exit());
process.on('message', async ({ scenario, ...job }) => {
  try {
    process.send(await (autocannon ? fireCannon : fireOwn)(scenarioOf(scenario), job));
  } catch (error) {
    process.send({ error: error.message });
  }
});

/** By the client of `maglev compare`, where autocannon is not installed. */
function fireOwn({ requests }, job) {
  const wires = requests.map(({ status, headers, ...request }) =>
    wireOf({
      request: requestOf({ ...request, headers: Object.entries(headers) }),
      status,
      length: null,
    }),
  );
  return fire({ ...job, requests: wires });
}

async function fireCannon(scenario, { port, amount, connections }) {
  // The times of single answers are in the events; the result has whole milliseconds.
  const times = new Float64Array(amount);
  let count = 0;
  let last = 0;
  const begin = performance.now();
  const instance = autocannon({
    url: `http://127.0.0.1:${port}`,
    requests: scenario.requests.map(({ method, path, headers, body }) => ({ method, path, headers, body })),
    amount,
    connections,
    sampleInt: MILLISECONDS,
    timeout: 60,
  });
  instance.on('response', (_client, _status, _bytes, milliseconds) => {
    times[count++] = milliseconds;
    last = performance.now();
  });
  const { errors, timeouts, statusCodeStats } = await instance;
  if (errors + timeouts > 0)
    throw new Error(`${scenario.name}: ${errors} errors and ${timeouts} timeouts under load`);
  checkStatuses(scenario, statusCodeStats);
  return loadOf(times.subarray(0, count), last - begin);
}

/** Under load, too, no answer may have a status that nobody asked for. */
function checkStatuses({ name, requests }, seen) {
  const expected = new Set(requests.map(({ status }) => String(status)));
  const strange = Object.keys(seen).find((status) => !expected.has(status));
  if (strange !== undefined)
    throw new Error(`${name}: ${seen[strange].count} answers with status ${strange}`);
}
