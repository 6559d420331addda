// Compares the output that a page shows with what the program prints now.
import type { Printed } from './story.js';

/** The expected text of the block: the complete output or, if it is measured, the lines that the page shows. */
export function textFor({ block, text }: Printed): string {
  if (block.note !== 'measured output') return text;
  const printed = text.split('\n');
  return block.text
    .split('\n')
    .map((line) => (line === '' ? '' : findLine(printed, labelOf(line))))
    .join('\n');
}

/** The text without what differs from run to run: times and, if it is measured, everything but the starts of lines. */
export function comparable(note: string, text: string): string {
  if (note === 'measured output') return text.split('\n').map(labelOf).join('\n');
  return text.replace(/\d[\d.,]*(?= ?(?:ms|µs|s|seconds)\b)/g, '#');
}

/** How the final sentences of `maglev compare` start: a short run reaches another conclusion than a long one. */
const CONCLUSION = /^(?:maglev (?:saves|costs) |maglev and Express are tied|No verdict )/;

/** The start of a line, up to its first figure or column. */
function labelOf(line: string): string {
  if (CONCLUSION.test(line)) return 'conclusion';
  return /^.+?(?=\d| {2}|$)/.exec(line)?.[0] ?? '';
}

/** Removes the lines up to the match, so that lines with the same start are found in order. */
function findLine(printed: string[], label: string): string {
  const index = printed.findIndex((line) => line.startsWith(label) || labelOf(line) === label);
  if (index === -1) throw new Error(`No line of the output starts with "${label}":\n${printed.join('\n')}`);
  return printed.splice(0, index + 1).at(-1)!;
}
