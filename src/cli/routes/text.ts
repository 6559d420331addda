import { relative } from 'node:path';
import type { Inspection } from '../inspect/inspection.js';
import type { Row } from '../inspect/rows.js';
import type { Style } from '../style.js';

/** The route table as a tree: mounted layers are below their mount. */
export function tableText(rows: readonly Row[], style: Style): string {
  const lines = rows.map((row, i) => cellsOf(row, branchOf(rows, i)));
  const all = [['METHOD', 'PATH', 'BEFORE', 'HANDLER', 'SOURCE'], ...lines];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((cells) => cells[column]!.length)));
  return all
    .map((cells, i) => {
      const padded = cells.map((cell, column) => cell.padEnd(widths[column]!));
      if (i === 0) return style.dim(padded.join('  ').trimEnd());
      const [method, path, before, handler, source] = padded as [string, string, string, string, string];
      const paint = rows[i - 1]!.kind === 'route' ? style.green : style.blue;
      return [paint(method), style.bold(path), before, handler, style.dim(source.trimEnd())]
        .join('  ')
        .trimEnd();
    })
    .join('\n');
}

export function summaryText(
  name: string,
  { line, program, milliseconds }: Inspection,
  rows: readonly Row[],
): string {
  const numberOf = (kind: Row['kind']) => rows.filter((row) => row.kind === kind).length;
  const { regexpOnly } = program.figures;
  const layers = `${count(numberOf('route'), 'route')}, ${numberOf('middleware')} middleware`;
  const unclear = regexpOnly === 0 ? '' : `, ${regexpOnly} matched by a RegExp`;
  return `${name}: Express ${line}, ${layers}${unclear}, compiled in ${milliseconds.toFixed(1)} ms`;
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** A source, relative to the current folder if inside. */
export function placeText(source: string | null): string {
  if (source === null) return '';
  const short = relative(process.cwd(), source);
  return short.startsWith('..') ? source : short;
}

const VERBS: Record<Row['kind'], string> = {
  route: '',
  middleware: 'use',
  'error handler': 'use (errors)',
  mount: 'mount',
};

function cellsOf(row: Row, branch: string): string[] {
  const method = row.kind === 'route' ? row.methods.join(',') : VERBS[row.kind];
  return [branch + method, row.path, beforeText(row), row.name, placeText(row.source)];
}

/** How many functions run before the last one of a route. */
export function beforeText({ middleware }: Row): string {
  if (middleware === null) return '';
  return middleware.maybe === 0
    ? `${middleware.sure}`
    : `${middleware.sure}-${middleware.sure + middleware.maybe}`;
}

function branchOf(rows: readonly Row[], at: number): string {
  const { depth } = rows[at]!;
  let text = '';
  for (let level = 1; level <= depth; level++) {
    const goesOn = hasFollower(rows, at, level);
    if (level === depth) text += goesOn ? '├─ ' : '└─ ';
    else text += goesOn ? '│  ' : '   ';
  }
  return text;
}

/** Whether another row of this level comes before the level ends. */
function hasFollower(rows: readonly Row[], at: number, level: number): boolean {
  for (let i = at + 1; i < rows.length; i++) {
    if (rows[i]!.depth < level) return false;
    if (rows[i]!.depth === level) return true;
  }
  return false;
}
