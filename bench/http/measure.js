/** The method: a fresh process per subject, answers checked, a warm-up, then interleaved rounds. */

import { costOf, figuresOf, rounds } from '../shared.js';
import { startLoad, startServer } from './processes.js';
import { verify } from './verify.js';

/** Concurrent connections, unless a scenario is about them. */
export const CONNECTIONS = 32;
/** Requests of one burst of the warm-up, and the fewest that are timed. */
const BURST = 500;
/** Opening a connection costs the server, too: this many requests have to share it. */
const PER_CONNECTION = 10;

/**
 * Measures each subject with each scenario. `settings` are { rounds, slot, warmUp, node }: `slot` is the time in
 * milliseconds that a subject gets in one round, `warmUp` has the fewest and the most requests before the first
 * one, and the milliseconds of CPU time after which fewer will do. `tell` hears what is going on, and `keep`
 * gets all results after each scenario, as a run may be cut short.
 */
export async function measureAll(scenarios, subjects, settings, tell, keep) {
  const load = startLoad();
  const results = [];
  try {
    for (const scenario of scenarios) {
      const measured = await measureScenario(load, scenario, subjects, settings, tell);
      results.push({ id: scenario.id, name: scenario.name, subjects: measured });
      keep(results);
    }
  } finally {
    await load.stop();
  }
}

/** What each subject costs with one scenario. */
export async function measureScenario(load, scenario, subjects, settings, tell) {
  const servers = [];
  try {
    for (const subject of subjects) {
      tell({ scenario, subject, doing: 'warming up' });
      servers.push(await startServer(subject, scenario, settings));
      await prepare(load, scenario, servers.at(-1), settings);
    }
    compareBytes(servers);
    const measured = await rounds(servers, settings.rounds, async (server, round) => {
      tell({ scenario, subject: server.subject, doing: `round ${round + 1} of ${settings.rounds}` });
      return measureOnce(load, scenario, server, server.amount, settings);
    });
    return servers.map(({ subject, startup }, i) => ({
      id: subject.id,
      name: subject.name,
      startup,
      ...figuresOf(measured[i]),
    }));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Asks for the right answers, warms the server up, and notes how many requests fill a slot. */
async function prepare(load, scenario, server, settings) {
  server.answers = await verify(server.subject.name, scenario, server.port);
  server.amount = await warmUp(load, scenario, server, settings);
}

/**
 * The compilers take some thousand requests, and how many cannot be known: bursts go on until they stop getting cheaper.
 * Resolves with the number of requests that then fills a slot.
 */
async function warmUp(load, scenario, server, settings) {
  const { least, most, milliseconds } = settings.warmUp;
  const size = Math.max(BURST, settings.connections * PER_CONNECTION);
  const costs = [];
  let spent = 0;
  let burst;
  do {
    burst = await measureOnce(load, scenario, server, size, settings);
    costs.push(burst.cpu);
    spent += (burst.cpu * size) / 1000;
    // By CPU time, as a busy machine must not make the warm-up shorter.
    if (spent > milliseconds || costs.length * size >= most) break;
  } while (costs.length * size < least || isFalling(costs));
  return Math.max(size, Math.round((burst.throughput * settings.slot) / 1000));
}

/** The last two bursts were cheaper, chance aside, than the two before. */
function isFalling(costs) {
  const [a, b, c, d] = costs.slice(-4);
  return Math.min(c, d) < 0.97 * Math.min(a, b);
}

function measureOnce(load, scenario, server, amount, { connections }) {
  return costOf(server, () => load.run({ port: server.port, scenario: scenario.id, amount, connections }));
}

/** The bare server that claims to send Express's bytes has to. */
function compareBytes(servers) {
  const [raw, express] = ['raw-express', 'express'].map((id) =>
    servers.find(({ subject }) => subject.id === id),
  );
  if (raw === undefined || express === undefined) return;
  for (const [i, answer] of raw.answers.entries()) {
    const [one, other] = [answer, express.answers[i]].map(fingerprint);
    if (one !== other || answer.body !== express.answers[i].body)
      throw new Error(`${raw.subject.name} does not send what Express sends:\n${one}\n${other}`);
  }
}

function fingerprint({ status, raw, body }) {
  const names = raw.filter((_, i) => i % 2 === 0);
  const head = names.map((name, i) => (name === 'Date' ? name : `${name}: ${raw[2 * i + 1]}`));
  return [status, ...head, '', body.slice(0, 200)].join('\n');
}
