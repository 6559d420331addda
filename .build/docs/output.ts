// What a page shows of a program's output, beside what the program prints now.
import type { Printed } from './story.js';

/** The text that the block should have: all that was printed or, of what is measured, the lines that the page has chosen. */
export function textFor({ block, text }: Printed): string {
  if (block.note !== 'measured output') return text;
  const printed = text.split('\n');
  return block.text
    .split('\n')
    .map((line) => (line === '' ? '' : findLine(printed, labelOf(line))))
    .join('\n');
}

/** Without what differs from run to run: times and, of what is measured, all but how lines begin. */
export function comparable(note: string, text: string): string {
  if (note === 'measured output') return text.split('\n').map(labelOf).join('\n');
  return text.replace(/\d[\d.,]*(?= ?(?:ms|µs|s|seconds)\b)/g, '#');
}

/** How the sentences begin that `maglev compare` may end with: a short run comes to another conclusion than a long one. */
const CONCLUSION = /^(?:The swap (?:saves|costs) |maglev and Express are tied|No verdict )/;

/** The beginning of a line, up to its first figure or column. */
function labelOf(line: string): string {
  if (CONCLUSION.test(line)) return 'conclusion';
  return /^.+?(?=\d| {2}|$)/.exec(line)?.[0] ?? '';
}

/** Takes what it finds, so that lines which begin alike are found in turn. */
function findLine(printed: string[], label: string): string {
  const index = printed.findIndex((line) => line.startsWith(label) || labelOf(line) === label);
  if (index === -1)
    throw new Error(`No line of what was printed begins with "${label}":\n${printed.join('\n')}`);
  return printed.splice(0, index + 1).at(-1)!;
}
