/** Shows where two values differ. */
import type { Difference } from './equality.js';

/** A line only in Express's response, only in maglev's, or a remark. */
export type DiffLine = readonly [sign: '-' | '+' | ' ', text: string];

/** Maximum lines per side, maximum characters per line, and the characters before the difference. */
const LINES = 8;
const WIDTH = 100;
const BEFORE = 30;

export function diffOf({ what, express, maglev }: Difference): DiffLine[] {
  const sides = [express, maglev].map((text) => (/^body\b/.test(what) ? bodyText(text) : text));
  const [ours, theirs] = [sides[1]!.split('\n'), sides[0]!.split('\n')];
  let start = 0;
  while (start < Math.min(ours.length, theirs.length) && ours[start] === theirs[start]) start++;
  let end = 0;
  const most = Math.min(ours.length, theirs.length) - start;
  while (end < most && ours.at(-1 - end) === theirs.at(-1 - end)) end++;
  const [gone, come] = [theirs, ours].map((lines) => lines.slice(start, lines.length - end));
  return [
    ...(start > 0 ? ([[' ', `(${start} equal ${start === 1 ? 'line' : 'lines'})`]] as const) : []),
    ...markLines('-', gone!, come!),
    ...markLines('+', come!, gone!),
    ...(end > 0 ? ([[' ', `(${end} equal ${end === 1 ? 'line' : 'lines'})`]] as const) : []),
  ];
}

function markLines(sign: '-' | '+', lines: readonly string[], others: readonly string[]): DiffLine[] {
  const shown = lines
    .slice(0, LINES)
    .map((line, i): DiffLine => [sign, cutAroundDifference(line, others[i] ?? '')]);
  return lines.length > LINES ? [...shown, [sign, `(${lines.length - LINES} more lines)`]] : shown;
}

/** A long line, cut to start shortly before the first difference. */
function cutAroundDifference(line: string, other: string): string {
  if (line.length <= WIDTH) return line;
  let first = 0;
  while (first < line.length && line[first] === other[first]) first++;
  const from = first < WIDTH - BEFORE ? 0 : first - BEFORE;
  const cut = line.slice(from, from + WIDTH);
  return `${from > 0 ? '...' : ''}${cut}${from + WIDTH < line.length ? '...' : ''}`;
}

/** The text of a body, or its bytes as numbers, 16 per line, if it is not text. */
function bodyText(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString('utf8');
  if (!/\uFFFD|[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) return text;
  return (bytes.toString('hex').match(/.{1,32}/g) ?? []).join('\n');
}
