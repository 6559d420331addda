import { COMMON, type Command, type Options } from './command.js';
import type { Style } from './style.js';

/** Columns that every terminal has. */
const WIDTH = 80;
/** The widest left column; the help of a longer option starts on the next line. */
const LEFT = 26;

/** What `maglev --help` prints. */
export function overview(commands: readonly Command[], style: Style): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return [
    ...wrap(
      'maglev inspects an Express application, finds what to change in it, and compares its responses and cost on Express and on maglev.',
    ),
    '',
    `${style.bold('Usage')}   maglev <command> [options]`,
    '',
    ...columns(rows, style),
    '',
    ...wrap('maglev <command> --help describes a command; maglev --version prints the version.'),
  ].join('\n');
}

/** What `maglev <command> --help` prints. */
export function helpOf(command: Command, style: Style): string {
  const { name, usage, about, options, examples } = command;
  return [
    ...paragraphs(about),
    '',
    `${style.bold('Usage')}   maglev ${name} ${usage}`.trimEnd(),
    '',
    style.bold('Options'),
    ...columns(optionRows({ ...options, ...COMMON }), style),
    '',
    style.bold('Examples'),
    ...examples.flatMap(([line, does]) => [
      ...wrap(does, WIDTH - 4).map((text) => `  ${style.dim(`# ${text}`)}`),
      ...wrap(line, WIDTH - 4, ' \\').map((text, i) => (i === 0 ? `  ${text}` : `    ${text}`)),
    ]),
  ].join('\n');
}

function optionRows(options: Options): (readonly [string, string])[] {
  return Object.entries(options).map(([name, { short, value, help }]) => {
    const long = value === undefined ? `--${name}` : `--${name} <${value}>`;
    return [short === undefined ? long : `-${short}, ${long}`, help];
  });
}

function columns(rows: readonly (readonly [string, string])[], style: Style): string[] {
  const width = Math.min(LEFT, Math.max(...rows.map(([left]) => left.length)));
  const indent = ' '.repeat(width + 4);
  return rows.flatMap(([left, right]) => {
    const [first = '', ...others] = wrap(right, WIDTH - indent.length);
    const name = style.cyan(left.padEnd(width));
    const lines = others.map((text) => indent + text);
    return left.length > width ? [`  ${name}`, indent + first, ...lines] : [`  ${name}  ${first}`, ...lines];
  });
}

/** Joins the lines of a paragraph; indented lines stay unchanged. */
function paragraphs(text: string): string[] {
  const joined: string[] = [];
  for (const line of text.split('\n')) {
    const last = joined.at(-1);
    const isNext = [line, last].every((one) => one !== undefined && /^\S/.test(one));
    if (isNext) joined[joined.length - 1] = `${last} ${line}`;
    else joined.push(line);
  }
  return joined.flatMap((line) => (line.startsWith(' ') ? [line] : wrap(line)));
}

/** `mark` is added to the end of each line except the last. */
function wrap(text: string, width = WIDTH, mark = ''): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length + mark.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, i) => (i < lines.length - 1 ? line + mark : line));
}
