import type { Budget } from './budget.js';
import { compile } from './compile.js';
import { interpret, matchLayer, pathInsideMount, type Step, takesMethod } from './interpret.js';
import {
  type DispatchList,
  type Entry,
  type Extractor,
  type LayerRecord,
  type Matchable,
  NEEDS_MATCH,
  type TableRecord,
} from './ir.js';
import { methodsOf } from './listing.js';
import type { Leaf } from './program.js';
import type { Segment } from './shape.js';
import type { FinderChoice } from './tree.js';

/** Why the whole table is scanned for a path. */
export type ScanReason =
  /** It does not start with a slash, or has empty segments, or characters that are not printable ASCII. */
  | 'path'
  /** More layers overlap in its leaf than the budget of the compiler allows. */
  | 'overlap';

const SCAN_TEXTS: Record<ScanReason, string> = {
  path: 'it is an unusual path',
  overlap: 'too many layers overlap where it ends',
};

/** Which layers a request runs, in which order, and why. `toString()` returns a readable description. */
export class Explanation<L extends Matchable = Matchable> {
  readonly method: string;
  readonly path: string;
  /** The leaf the path ends in, such as `/users/:/*`; null when the table is scanned. */
  readonly leaf: string | null;
  /** Why the table is scanned; null when it is not. */
  readonly reason: ScanReason | null;
  readonly steps: readonly Step<L>[];

  constructor(
    method: string,
    path: string,
    leaf: string | null,
    reason: ScanReason | null,
    steps: readonly Step<L>[],
  ) {
    this.method = method;
    this.path = path;
    this.leaf = leaf;
    this.reason = reason;
    this.steps = steps;
  }

  toString(): string {
    const end =
      this.reason === null
        ? `ends in ${this.leaf}`
        : `is matched by scanning the complete table: ${SCAN_TEXTS[this.reason]}`;
    const lines = [`${this.method} ${this.path} ${end}`];
    writeSteps(this.steps, lines);
    if (this.steps.length === 0) lines.push('  nothing runs');
    return lines.join('\n');
  }
}

/** Reads the arguments of `explain`: a method and a path, both in one string, or only a path. */
export function readRequest(args: readonly unknown[]): [method: string, path: string] {
  const words = args.length > 1 ? args.map(String) : String(args[0]).split(' ');
  const [method, url] = words.length > 1 ? (words as [string, string]) : ['GET', words[0]!];
  return [method, url.split('?', 1)[0]!];
}

/** Explains a request against the program that a table compiles to. */
export function explain<L extends Matchable>(
  table: TableRecord<L>,
  method: string,
  path: string,
  choice: FinderChoice = 'trie',
  budget?: Budget,
): Explanation<L> {
  const names = new Map<Leaf<L>, string>();
  const name = (leaf: Leaf<L>, segments: readonly Segment[], wild: boolean) => {
    names.set(leaf, leafName(segments, wild));
  };
  const program = compile(table, choice, name, budget);
  const list = program.findListByPath(method, path);
  const leaf = program.findLeafByPath(method, path);
  if (list === null) {
    const reason = leaf === null ? 'path' : 'overlap';
    return new Explanation(method, path, null, reason, interpret(table, method, path));
  }
  const end = leaf === null ? 'no leaf' : names.get(leaf)!;
  return new Explanation(method, path, end, null, explainList(table, list, method, path));
}

function leafName(segments: readonly Segment[], wild: boolean): string {
  const path = segments.map((segment) => `/${segment ?? ':'}`).join('');
  return wild ? `${path}/*` : path || '/';
}

function explainList<L extends Matchable>(
  table: TableRecord<L>,
  list: DispatchList<L>,
  method: string,
  path: string,
): Step<L>[] {
  const steps: Step<L>[] = [];
  /** The routers that the path is in, from the root to the innermost. */
  const routers = [{ table, path, steps, entries: list[Symbol.iterator]() }];
  while (routers.length > 0) {
    const router = routers.at(-1)!;
    const { done, value: entry } = router.entries.next();
    if (done) {
      routers.pop();
      continue;
    }
    const record = router.table.layers[entry.index]!;
    const step = takesMethod(record, method) ? explainEntry(router.table, record, entry, router.path) : null;
    if (step === null) continue;
    const rest = pathInsideMount(router.path, step.matched);
    let inner: Step<L>[] | null = null;
    if (entry.inner !== null) {
      inner = [];
      const entries = entry.inner.list[Symbol.iterator]();
      routers.push({ table: record.mount!, path: rest, steps: inner, entries });
    } else if (record.mount !== null) {
      inner = interpret(record.mount, method, rest);
    }
    router.steps.push({ ...step, inner });
  }
  return steps;
}

/** The step of a layer, if it matches. */
function explainEntry<L extends Matchable>(
  table: TableRecord<L>,
  record: LayerRecord<L>,
  { index, certainty, extractor }: Entry<L>,
  path: string,
): Omit<Step<L>, 'inner'> | null {
  const certain = certainty !== NEEDS_MATCH;
  const matched = certain ? readMatchedPath(record, extractor, path) : matchLayer(table, record, path);
  if (matched === null) return null;
  return { layer: record.layer, record, index, why: whyOf(table, record, certain), path, matched };
}

/** The part of the path that a certain layer matches; null if it cannot be decoded. */
function readMatchedPath(record: LayerRecord, extractor: Extractor | null, path: string): string | null {
  if (extractor === null) return '';
  try {
    const end = extractor.extract(path, {});
    return record.methods !== null || end >= path.length - 1 ? path : path.slice(0, end);
  } catch {
    return null;
  }
}

function whyOf(table: TableRecord, record: LayerRecord, certain: boolean): Step['why'] {
  if (certain) return 'certain';
  return record.foreign || table.dialect.parse(record.path, record.options) === null
    ? 'regexp-only'
    : 'needs-match';
}

function writeSteps(steps: readonly Step[], lines: string[]): void {
  const routers = [{ steps, next: 0 }];
  while (routers.length > 0) {
    const router = routers.at(-1)!;
    const step = router.steps[router.next++];
    if (step === undefined) {
      routers.pop();
      continue;
    }
    const indent = `  ${'   '.repeat(routers.length - 1)}`;
    lines.push(`${indent}${router.next}. ${stepText(step)}`);
    if (step.inner !== null) routers.push({ steps: step.inner, next: 0 });
  }
}

function stepText({ layer, record, why, matched }: Step): string {
  const name = (layer as { name?: string }).name ?? 'layer';
  const what = record.methods === null ? `use ${name}` : `route ${methodsOf(record).join(',')}`;
  const where = record.path === undefined ? '' : ` ${String(record.path)}`;
  return `${what}${where} (${why}${matched === '' ? '' : `, matches ${matched}`})`;
}
