import { compile } from './compile.js';
import { ask, handles, interpret, restOf, type Step } from './interpret.js';
import {
  type DispatchList,
  type Extractor,
  GUARDED,
  type LayerRecord,
  type Matchable,
  type TableRecord,
} from './ir.js';
import type { Leaf } from './program.js';
import type { Segment } from './shape.js';
import type { FinderChoice } from './tree.js';

/** Which layers a request meets, in which order, and why. `toString()` says it in words. */
export class Explanation<L extends Matchable = Matchable> {
  readonly method: string;
  readonly path: string;
  /** The leaf the path ends in, such as `/users/:/*`; null when the table is scanned. */
  readonly leaf: string | null;
  readonly steps: readonly Step<L>[];

  constructor(method: string, path: string, leaf: string | null, steps: readonly Step<L>[]) {
    this.method = method;
    this.path = path;
    this.leaf = leaf;
    this.steps = steps;
  }

  toString(): string {
    const end = this.leaf === null ? 'is scanned for in the whole table' : `ends in ${this.leaf}`;
    const lines = [`${this.method} ${this.path} ${end}`];
    write(this.steps, '  ', lines);
    if (this.steps.length === 0) lines.push('  nothing runs');
    return lines.join('\n');
  }
}

/** Explains a request against the program that a table compiles to. */
export function explain<L extends Matchable>(
  table: TableRecord<L>,
  method: string,
  path: string,
  choice: FinderChoice = 'trie',
): Explanation<L> {
  const names = new Map<Leaf<L>, string>();
  const program = compile(table, choice, (leaf, segments, wild) => names.set(leaf, nameOf(segments, wild)));
  const list = program.lookup(method, path);
  if (list === null) return new Explanation(method, path, null, interpret(table, method, path));
  const leaf = program.leaf(method, path);
  const name = leaf === null ? 'no leaf' : names.get(leaf)!;
  return new Explanation(method, path, name, follow(table, list, method, path));
}

function nameOf(segments: readonly Segment[], wild: boolean): string {
  const path = segments.map((segment) => `/${segment ?? ':'}`).join('');
  return wild ? `${path}/*` : path || '/';
}

function follow<L extends Matchable>(
  table: TableRecord<L>,
  list: DispatchList<L>,
  method: string,
  path: string,
): Step<L>[] {
  const steps: Step<L>[] = [];
  for (const { index, certainty, extractor, inner } of list) {
    const record = table.layers[index]!;
    if (!handles(record, method)) continue;
    const sure = certainty !== GUARDED;
    const matched = sure ? read(record, extractor, path) : ask(table, record, path);
    if (matched === null) continue;
    const rest = restOf(path, matched);
    let within: readonly Step<L>[] | null = null;
    if (inner !== null) within = follow(record.mount!, inner.list, method, rest);
    else if (record.mount !== null) within = interpret(record.mount, method, rest);
    steps.push({
      layer: record.layer,
      record,
      index,
      why: whyOf(table, record, sure),
      path,
      matched,
      inner: within,
    });
  }
  return steps;
}

/** What a layer that surely matches takes of the path; null if it cannot be decoded. */
function read(record: LayerRecord, extractor: Extractor | null, path: string): string | null {
  if (extractor === null) return '';
  try {
    const end = extractor.extract(path, {});
    return record.methods !== null || end >= path.length - 1 ? path : path.slice(0, end);
  } catch {
    return null;
  }
}

function whyOf(table: TableRecord, record: LayerRecord, sure: boolean): Step['why'] {
  if (sure) return 'certain';
  return record.foreign || table.dialect.parse(record.path, record.options) === null ? 'opaque' : 'guarded';
}

function write(steps: readonly Step[], indent: string, lines: string[]): void {
  steps.forEach(({ layer, record, why, matched, inner }, i) => {
    const name = (layer as { name?: string }).name ?? 'layer';
    const what = record.methods === null ? `use ${name}` : `route ${methodsText(record.methods)}`;
    const where = record.path === undefined ? '' : ` ${String(record.path)}`;
    lines.push(`${indent}${i + 1}. ${what}${where} (${why}${matched === '' ? '' : `, matches ${matched}`})`);
    if (inner !== null) write(inner, `${indent}   `, lines);
  });
}

function methodsText(methods: readonly string[] | '*'): string {
  if (methods === '*' || methods.length > 8) return 'ALL';
  return methods.join(',');
}
