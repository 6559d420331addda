/** Shared by the commands: options, settings of a run, and one-line error messages. */
import { parseArgs } from 'node:util';
import { CONNECTIONS, PIPELINED_CONNECTIONS, type Settings } from './http/settings.js';
import { missingOf, type Subject } from './http/subjects.js';

/** Options by name with their default values: true or false for switches. */
type Defaults = Readonly<Record<string, string | boolean | undefined>>;

/** The parsed options. A text without a default may be undefined. */
type Given<Own extends Defaults> = {
  readonly [Name in keyof Own]: Own[Name] extends boolean
    ? boolean
    : Own[Name] extends string
      ? string
      : string | undefined;
};

interface Common extends Defaults {
  readonly processes: undefined;
  readonly rounds: undefined;
  readonly slot: undefined;
  readonly connections: undefined;
  readonly pipelining: string;
  /** A major or the path of a binary; some commands take several, separated by commas. */
  readonly node: undefined;
}

/** Runs a command. Errors are printed without a stack, unless DEBUG is set. */
export async function main(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(process.env.DEBUG ? error : (error as Error).message);
    process.exitCode = 1;
  }
}

/** Reads the options of all commands that start servers, and those of this one. */
export function readOptions<Own extends Defaults>(
  own: Own,
): { values: Given<Own & Common>; positionals: string[] } {
  const common: Common = {
    processes: undefined,
    rounds: undefined,
    slot: undefined,
    connections: undefined,
    pipelining: '1',
    node: undefined,
  };
  const options = Object.fromEntries(
    Object.entries({ ...common, ...own }).map(([name, fallback]) => {
      const type: 'boolean' | 'string' = typeof fallback === 'boolean' ? 'boolean' : 'string';
      return [name, fallback === undefined ? { type } : { type, default: fallback }];
    }),
  );
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  return { values: values as Given<Own & Common>, positionals };
}

/** The settings of a run on a Node: the defaults of the command, overridden by options. */
export function settingsOf(
  { processes, rounds, slot, warmUp }: Pick<Settings, 'processes' | 'rounds' | 'slot' | 'warmUp'>,
  options: Given<Common>,
  node: string,
): Settings {
  const pipelining = wholeNumber('pipelining', options.pipelining);
  const defaultConnections = pipelining > 1 ? PIPELINED_CONNECTIONS : CONNECTIONS;
  return {
    processes: wholeNumber('processes', options.processes ?? processes),
    rounds: wholeNumber('rounds', options.rounds ?? rounds),
    slot: wholeNumber('slot', options.slot ?? slot),
    warmUp,
    connections: wholeNumber('connections', options.connections ?? defaultConnections),
    pipelining,
    node,
  };
}

/** With any other number of requests, the load would wait forever. */
export function wholeNumber(name: string, given: string | number): number {
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${name} must be a whole number greater than 0, got ${given}.`);
  return number;
}

/** Throws if a subject is not available. */
export function requireAll(subjects: readonly Subject[]): void {
  const missing = missingOf(subjects);
  if (missing !== undefined) throw new Error(missing);
}
