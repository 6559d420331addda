import type { Style } from '../style.js';
import { edit } from './code/parser.js';
import type { Change } from './fix.js';

/** The number of context lines around a change. */
const AROUND = 2;

/** A range of changed lines, as positions in the file. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** A change of a file as a unified diff. */
export function diffText(name: string, { before, edits }: Change, style: Style): string {
  const lines = before.split('\n');
  const starts = startsOf(lines);
  // There is no line after the end of the last one.
  const end = lines.at(-1) === '' ? lines.length - 2 : lines.length - 1;
  const shown = [style.bold(`--- ${name}`), style.bold(`+++ ${name}`)];
  let shift = 0;
  for (const ranges of hunksOf(rangesOf(edits, starts))) {
    const from = Math.max(0, ranges[0]!.first - AROUND);
    const to = Math.min(end, ranges.at(-1)!.last + AROUND);
    const body: string[] = [];
    let grown = 0;
    let at = from;
    for (const { first, last } of ranges) {
      const removed = lines.slice(first, last + 1);
      const added = changedLines(before, edits, starts[first]!, starts[last + 1] ?? before.length);
      body.push(...lines.slice(at, first).map((line) => ` ${line}`));
      body.push(
        ...removed.map((line) => style.red(`-${line}`)),
        ...added.map((line) => style.green(`+${line}`)),
      );
      grown += added.length - removed.length;
      at = last + 1;
    }
    body.push(...lines.slice(at, to + 1).map((line) => ` ${line}`));
    const size = to - from + 1;
    shown.push(style.cyan(`@@ -${from + 1},${size} +${from + 1 + shift},${size + grown} @@`), ...body);
    shift += grown;
  }
  return shown.join('\n');
}

/** The lines that edits touch; edits of the same lines share a range. */
function rangesOf(edits: Change['edits'], starts: readonly number[]): Range[] {
  const ranges: Range[] = [];
  for (const { start, end } of edits) {
    // An edit that ends where a line starts does not touch that line.
    const [first, last] = [lineAt(start, starts), lineAt(Math.max(start, end - 1), starts)];
    const open = ranges.at(-1);
    if (open && first <= open.last + 1) {
      ranges[ranges.length - 1] = { first: open.first, last: Math.max(open.last, last) };
    } else ranges.push({ first, last });
  }
  return ranges;
}

/** Merges ranges whose context would overlap. */
function hunksOf(ranges: readonly Range[]): Range[][] {
  const hunks: Range[][] = [];
  for (const range of ranges) {
    const open = hunks.at(-1);
    if (open && range.first <= open.at(-1)!.last + 2 * AROUND + 1) open.push(range);
    else hunks.push([range]);
  }
  return hunks;
}

function changedLines(before: string, edits: Change['edits'], start: number, end: number): string[] {
  const inside = edits.filter((one) => one.start >= start && one.end <= end);
  const moved = inside.map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
  const lines = edit(before.slice(start, end), moved).split('\n');
  // After the end of the last line.
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function startsOf(lines: readonly string[]): number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

function lineAt(position: number, starts: readonly number[]): number {
  return starts.findLastIndex((start) => start <= position);
}
