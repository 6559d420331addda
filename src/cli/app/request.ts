import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { readNumber } from '../arguments.js';
import type { Arguments, Options, Values } from '../command.js';
import { Failure } from '../failure.js';
import { type FactoryCall, readFactoryCall } from './factory.js';
import { splitFlags } from './flags.js';

/** Which application to load, and how. */
export interface AppRequest {
  /** As the user wrote it, for messages. */
  readonly name: string;
  readonly file: string;
  /** The Express line in which the application gets maglev: '3', '4' or '5'; null for the line of the package. */
  readonly line: string | null;
  /** The line of the Express that the application would load; null if there is none. */
  readonly installed: string | null;
  /** The exported function that creates the application; null if the file exports or serves the application itself. */
  readonly call: FactoryCall | null;
  readonly nodeFlags: readonly string[];
  /** Arguments of the application. */
  readonly args: readonly string[];
  readonly milliseconds: number;
  readonly verbose: boolean;
}

/** The options of commands that load an application. */
export const APP_OPTIONS: Options = {
  express: {
    type: 'string',
    value: '3|4|5',
    help: 'the target version of Express (default: the installed one)',
  },
  call: {
    type: 'string',
    value: 'function',
    help: 'call this exported function to create the application: createApp, or with JSON arguments createApp({"db":"memory"})',
  },
  'node-option': {
    type: 'string',
    value: 'flag',
    multiple: true,
    help: 'a flag for the Node process that loads the application; flags after -- are passed too',
  },
  timeout: { type: 'string', value: 'seconds', help: 'time limit for loading the application (default: 10)' },
};

const LINES = ['3', '4', '5'];
const SECONDS = 10;

/** Reads which application to load from the arguments of a command. */
export function readAppRequest({ values, positionals, rest }: Arguments, command: string): AppRequest {
  const [name, ...others] = positionals;
  if (name === undefined) {
    throw new Failure(`maglev ${command} needs an application file, for example: maglev ${command} ./app.js`);
  }
  if (others.length > 0)
    throw new Failure(`maglev ${command} takes one file, but got ${positionals.join(', ')}.`);
  const file = findFile(name);
  const installed = installedLine(file);
  const { flags, args } = splitFlags(rest);
  return {
    name,
    file,
    line: lineOf(values, 'express') ?? lineOfEnvironment() ?? installed,
    installed,
    call: values.call === undefined ? null : readFactoryCall(values.call as string),
    nodeFlags: [...((values['node-option'] ?? []) as string[]), ...flags],
    args,
    milliseconds: 1000 * (readNumber(values, 'timeout') ?? SECONDS),
    verbose: values.verbose === true,
  };
}

/** The file that node would load by this name. */
function findFile(name: string): string {
  const path = resolve(name);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  try {
    return createRequire(join(process.cwd(), 'maglev')).resolve(path);
  } catch {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
    throw new Failure(
      isFolder
        ? `${name} is a folder without a main file: pass the application file instead.`
        : `File not found: ${name}`,
    );
  }
}

/** The line of Express that an option names. */
export function lineOf(values: Values, option: string, lines = LINES): string | null {
  return readLine(values[option] as string | undefined, `--${option}`, lines);
}

function lineOfEnvironment(): string | null {
  return readLine(process.env.MAGLEV_EXPRESS, 'MAGLEV_EXPRESS');
}

function readLine(value: string | undefined, name: string, lines = LINES): string | null {
  if (!value) return null;
  if (lines.includes(value)) return value;
  const accepted = `${lines.slice(0, -1).join(', ')} or ${lines.at(-1)}`;
  throw new Failure(`${name} must be ${accepted}, got ${JSON.stringify(value)}.`);
}

function installedLine(file: string): string | null {
  try {
    const manifest = createRequire(file).resolve('express/package.json');
    const [major = ''] = JSON.parse(readFileSync(manifest, 'utf8')).version.split('.');
    return LINES.includes(major) ? major : null;
  } catch {
    return null;
  }
}
