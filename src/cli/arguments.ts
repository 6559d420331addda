import { parseArgs } from 'node:util';
import { type Arguments, COMMON, type Command, type Options, type Values } from './command.js';
import { Failure, messageOf } from './failure.js';
import { suggest } from './suggest.js';

/** Each of these prints its own format to stdout, so only one can be given. */
const OUTPUTS = ['html', 'json'];

/** Parses the arguments after the name of a command. */
export function readArguments(command: Command, args: readonly string[]): Arguments {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(end + 1);
  const options = { ...COMMON, ...command.options };
  try {
    const { values, positionals } = parseArgs({
      args: joinFlags(own, options),
      options: parseArgsOptions(options),
      allowPositionals: true,
    });
    assertOneOutput(values);
    return { values, positionals, rest };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(
      `${firstSentence(error)}${meantOption(error, options)} See maglev ${command.name} --help.`,
    );
  }
}

/** The value of a numeric option; undefined if it was not given. */
export function readNumber(values: Values, name: string): number | undefined {
  if (values[name] === undefined) return undefined;
  const number = Number(values[name]);
  if (number > 0 && number < Infinity) return number;
  throw new Failure(`--${name} must be a number greater than 0, got ${values[name]}.`);
}

/** Joins an option and its flag with an equals sign: Node rejects a value that starts with a dash otherwise. */
function joinFlags(args: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const [arg, next] = [args[i]!, args[i + 1]];
    const takesFlag = arg.startsWith('--') && options[arg.slice(2)]?.value === 'flag';
    if (takesFlag && next !== undefined) i++;
    joined.push(takesFlag && next !== undefined ? `${arg}=${next}` : arg);
  }
  return joined;
}

/** The options for `util.parseArgs`, without the help texts. */
function parseArgsOptions(options: Options) {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple = false }]) => {
      return [name, short === undefined ? { type, multiple } : { type, multiple, short }];
    }),
  );
}

function assertOneOutput(values: Values): void {
  const given = OUTPUTS.filter((name) => values[name] === true);
  if (given.length > 1)
    throw new Failure(`${given.map((name) => `--${name}`).join(' and ')} cannot be used together.`);
}

/** Drops Node's second sentence, which explains how to escape dashes. */
function firstSentence(error: unknown): string {
  const [first = ''] = messageOf(error).split(/\.(?:\s|$)/);
  return `${first.replaceAll("'", '').replace(/\s+/g, ' ')}.`;
}

function meantOption(error: unknown, options: Options): string {
  const [, unknown] = /^Unknown option '--([^']+)'/.exec(messageOf(error)) ?? [];
  const meant = unknown === undefined ? undefined : suggest(unknown, Object.keys(options));
  return meant === undefined ? '' : ` Did you mean --${meant}?`;
}
