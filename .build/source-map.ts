// The source map of a bundle, combined from those of its parts. Only the first mapping of each line is kept: stack traces name
// lines, and a full map would be as large as the program.

export interface Part {
  /** The line of the bundle at which the part starts, from 0. */
  readonly line: number;
  readonly source: string;
  /** The mappings of the part, which has only this source. */
  readonly mappings: string;
}

/** Parts in the order of their lines. */
export function sourceMapOf(parts: readonly Part[]): object {
  const lines: string[] = [];
  /** The last mapping that was written: mappings are relative to each other. */
  let [lastSource, lastLine] = [0, 0];
  for (const [source, { line, mappings }] of parts.entries()) {
    while (lines.length < line) lines.push('');
    // Mappings may continue after the last line of their part.
    const end = parts[source + 1]?.line ?? Number.POSITIVE_INFINITY;
    for (const original of linesIn(mappings).slice(0, end - line)) {
      if (original === undefined) {
        lines.push('');
        continue;
      }
      lines.push([0, source - lastSource, original - lastLine, 0].map(encode).join(''));
      [lastSource, lastLine] = [source, original];
    }
  }
  return { version: 3, sources: parts.map(({ source }) => source), names: [], mappings: lines.join(';') };
}

/** For each line of a file, the source line at its start. */
function linesIn(mappings: string): (number | undefined)[] {
  let at = 0;
  return mappings.split(';').map((line) => {
    if (line === '') return undefined;
    const [first, ...others] = line.split(',').map(lineChangeIn);
    at += first!;
    const begin = at;
    for (const change of others) at += change;
    return begin;
  });
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The highest of the six bits of a digit is set if another digit follows. */
const MORE = 32;

/** How many source lines a segment is after the previous one: its third number. */
function lineChangeIn(segment: string): number {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit);
    value += (bits & (MORE - 1)) << shift;
    shift += 5;
    if (bits & MORE) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers[2] ?? 0;
}

function encode(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const bits = rest & (MORE - 1);
    rest >>= 5;
    text += DIGITS[rest > 0 ? bits | MORE : bits];
  } while (rest > 0);
  return text;
}
