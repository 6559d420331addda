import type { Terminal } from './terminal.js';

export interface Option {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: boolean;
  /** The name of the value in the help: `file`, `seconds`. */
  readonly value?: string;
  readonly help: string;
}

export type Options = Readonly<Record<string, Option>>;

/** The given options, by name. */
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** The parsed arguments of a command. */
export interface Arguments {
  readonly values: Values;
  readonly positionals: readonly string[];
  /** The arguments after `--`: flags for the Node process that loads the application, and arguments for the application. */
  readonly rest: readonly string[];
}

export interface Command {
  readonly name: string;
  /** The arguments as the help shows them: `<file> [options]`. */
  readonly usage: string;
  /** One line, imperative, for the list of commands. */
  readonly summary: string;
  /** A few lines, for its own help. */
  readonly about: string;
  readonly options: Options;
  /** Command lines, and what each does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** Returns the exit code: 0, or 1 if problems were found. */
  run(args: Arguments, terminal: Terminal): Promise<number>;
}

/** The options that every command has. */
export const COMMON: Options = {
  help: { type: 'boolean', short: 'h', help: 'print this help' },
  verbose: { type: 'boolean', short: 'v', help: 'print the output of the application, and error stacks' },
};
