import { COMMON, type Command, type Options } from './command.js';
import type { Style } from './style.js';

/** What `maglev --help` prints. */
export function overview(commands: readonly Command[], style: Style): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return [
    'maglev shows what the routes of an Express application compile to, and proves the swap on it.',
    '',
    `${style.bold('Usage')}   maglev <command> [options]`,
    '',
    ...columns(rows, style),
    '',
    `maglev <command> --help says more of each; maglev --version which one this is.`,
  ].join('\n');
}

/** What `maglev <command> --help` prints. */
export function helpOf(command: Command, style: Style): string {
  const { name, usage, about, options, examples } = command;
  return [
    about,
    '',
    `${style.bold('Usage')}   maglev ${name} ${usage}`,
    '',
    style.bold('Options'),
    ...columns(optionRows({ ...options, ...COMMON }), style),
    '',
    style.bold('Examples'),
    ...examples.flatMap(([line, does]) => [`  ${style.dim(`# ${does}`)}`, `  ${line}`]),
  ].join('\n');
}

function optionRows(options: Options): (readonly [string, string])[] {
  return Object.entries(options).map(([name, { short, value, help }]) => {
    const long = value === undefined ? `--${name}` : `--${name} <${value}>`;
    return [short === undefined ? long : `-${short}, ${long}`, help];
  });
}

function columns(rows: readonly (readonly [string, string])[], style: Style): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${style.cyan(left.padEnd(width))}  ${right}`);
}
