/**
 * One of the subjects: `node worker.js <name> <milliseconds>`. For each scenario name that its parent sends, it parses that
 * body repeatedly for about that long, and sends the time per body.
 */
import { type Body, scenarios } from './bodies.js';
import { type Parse, parseMany } from './process.js';
import { subjects } from './subjects.js';

/** A warmed-up parser, and the number of bodies that fill the time. */
interface Prepared {
  readonly parse: Parse;
  readonly count: number;
}

const [, , wanted, time] = process.argv;
const milliseconds = Number(time);
/** The first scenario of a process needs a longer warm-up. */
const FIRST_WARM_UP = 1500;
const { parserFor } = (await subjects()).find(({ name }) => name === wanted)!;
const known = new Map(scenarios().map((scenario) => [scenario.name, scenario]));
const prepared = new Map<string, Prepared>();

process.on('message', async (name: string) => {
  const scenario = known.get(name)!;
  if (!prepared.has(name)) prepared.set(name, await prepare(scenario));
  const { parse, count } = prepared.get(name)!;
  process.send!((await parseMany(parse, scenario, count)) / 1e3);
});
process.on('disconnect', () => process.exit());

/** Warms up by time, so that large bodies do not take longer. */
async function prepare(scenario: Body): Promise<Prepared> {
  const parse = parserFor(scenario.kind);
  const until = Date.now() + (prepared.size === 0 ? FIRST_WARM_UP : milliseconds * 3);
  while (Date.now() < until) await parseMany(parse, scenario, 5);
  const each = await parseMany(parse, scenario, 20);
  return { parse, count: Math.max(5, Math.round((milliseconds * 1e6) / each)) };
}
