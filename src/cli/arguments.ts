import { parseArgs } from 'node:util';
import { type Arguments, COMMON, type Command, type Options, type Values } from './command.js';
import { Failure, messageOf } from './failure.js';

/** Reads what stands behind the name of a command. */
export function readArguments(command: Command, args: readonly string[]): Arguments {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(end + 1);
  try {
    const { values, positionals } = parseArgs({
      args: [...own],
      options: forNode({ ...COMMON, ...command.options }),
      allowPositionals: true,
    });
    return { values, positionals, rest };
  } catch (error) {
    throw new Failure(`${sentenceOf(error)} See maglev ${command.name} --help.`);
  }
}

/** The number that an option gives, if it is there. */
export function readNumber(values: Values, name: string): number | undefined {
  if (values[name] === undefined) return undefined;
  const number = Number(values[name]);
  if (number > 0 && number < Infinity) return number;
  throw new Failure(`--${name} is ${values[name]}, but has to be a number above 0.`);
}

/** The options without what is there for the help. */
function forNode(options: Options) {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple = false }]) => {
      return [name, short === undefined ? { type, multiple } : { type, multiple, short }];
    }),
  );
}

/** Node goes on to explain how to escape dashes, which nobody has asked. */
function sentenceOf(error: unknown): string {
  const [first = ''] = messageOf(error).split(/\.(?:\s|$)/);
  return `${first.replaceAll("'", '').replace(/\s+/g, ' ')}.`;
}
