import { parseArgs } from 'node:util';
import { type Arguments, COMMON, type Command, type Options, type Values } from './command.js';
import { Failure, messageOf } from './failure.js';

/** Parses the arguments after the name of a command. */
export function readArguments(command: Command, args: readonly string[]): Arguments {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(end + 1);
  try {
    const { values, positionals } = parseArgs({
      args: [...own],
      options: parseArgsOptions({ ...COMMON, ...command.options }),
      allowPositionals: true,
    });
    return { values, positionals, rest };
  } catch (error) {
    throw new Failure(`${firstSentence(error)} See maglev ${command.name} --help.`);
  }
}

/** The number of an option, if given. */
export function readNumber(values: Values, name: string): number | undefined {
  if (values[name] === undefined) return undefined;
  const number = Number(values[name]);
  if (number > 0 && number < Infinity) return number;
  throw new Failure(`--${name} is ${values[name]}, but has to be a number above 0.`);
}

/** The options as `util.parseArgs` takes them, without the texts for the help. */
function parseArgsOptions(options: Options) {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple = false }]) => {
      return [name, short === undefined ? { type, multiple } : { type, multiple, short }];
    }),
  );
}

/** Without Node's second sentence, which explains how to escape dashes. */
function firstSentence(error: unknown): string {
  const [first = ''] = messageOf(error).split(/\.(?:\s|$)/);
  return `${first.replaceAll("'", '').replace(/\s+/g, ' ')}.`;
}
