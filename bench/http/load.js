/** What sends the requests: told by its parent what to send where, { port, scenario, amount, connections }. */
import { importFromHere } from '../peers.js';
import { fire, loadOf, requestOf, wireOf } from '../shared.js';
import { scenarioOf } from './scenarios.js';

/** How often autocannon looks whether it is done. */
const MILLISECONDS = 10;
/** Fewer than the 511 that Node asks the system to keep waiting. */
const CROWD = 400;

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
  const onAnswer = (milliseconds) => {
    times[count++] = milliseconds;
    last = performance.now();
  };
  const begin = performance.now();
  const cannons = [];
  for (const crowd of crowdsOf(amount, connections)) {
    const cannon = fireCrowd(scenario, { port, ...crowd }, onAnswer);
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
function crowdsOf(amount, connections) {
  const count = Math.ceil(connections / CROWD);
  const share = (whole, i) => Math.floor((whole * (i + 1)) / count) - Math.floor((whole * i) / count);
  return Array.from({ length: count }, (_, i) => ({
    amount: share(amount, i),
    connections: share(connections, i),
  }));
}

/** `connected` resolves once each connection may have had an answer, `done` with autocannon's result. */
function fireCrowd(scenario, { port, amount, connections }, onAnswer) {
  const instance = autocannon({
    url: `http://127.0.0.1:${port}`,
    requests: scenario.requests.map(({ method, path, headers, body }) => ({ method, path, headers, body })),
    amount,
    connections,
    sampleInt: MILLISECONDS,
    timeout: 60,
  });
  let answers = 0;
  const connected = new Promise((resolve) => {
    instance.on('response', (_client, _status, _bytes, milliseconds) => {
      onAnswer(milliseconds);
      if (++answers === connections) resolve();
    });
    instance.once('done', resolve);
  });
  return { connected, done: instance };
}

/** Under load, too, no answer may have a status that nobody asked for. */
function checkStatuses({ name, requests }, seen) {
  const expected = new Set(requests.map(({ status }) => String(status)));
  const strange = Object.keys(seen).find((status) => !expected.has(status));
  if (strange !== undefined)
    throw new Error(`${name}: ${seen[strange].count} answers with status ${strange}`);
}
