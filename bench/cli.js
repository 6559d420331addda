/** What the commands share: options, settings of a run, and mistakes told in one sentence. */
import { parseArgs } from 'node:util';
import { CONNECTIONS } from './http/measure.js';
import { missingOf } from './http/subjects.js';

/** Runs a command; what goes wrong is told without a stack, unless DEBUG asks for it. */
export async function main(command) {
  try {
    await command();
  } catch (error) {
    console.error(process.env.DEBUG ? error : error.message);
    process.exitCode = 1;
  }
}

/** Options of all commands that start servers, and those of this one: `{ name: default }`, true or false for switches. */
export function readOptions(own = {}) {
  const common = { rounds: undefined, slot: undefined, connections: undefined, node: process.execPath };
  const options = Object.fromEntries(
    Object.entries({ ...common, ...own }).map(([name, fallback]) => {
      const type = typeof fallback === 'boolean' ? 'boolean' : 'string';
      return [name, fallback === undefined ? { type } : { type, default: fallback }];
    }),
  );
  return parseArgs({ options, allowPositionals: true });
}

/** The settings of a run: those given, changed by options. */
export function settingsOf({ rounds, slot, warmUp }, options) {
  return {
    rounds: Number(options.rounds ?? rounds),
    slot: Number(options.slot ?? slot),
    warmUp,
    connections: Number(options.connections ?? CONNECTIONS),
    node: options.node,
  };
}

/** Fails with one sentence where a subject is not there. */
export function requireAll(subjects) {
  const missing = missingOf(subjects);
  if (missing !== undefined) throw new Error(missing);
}
