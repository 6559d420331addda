import findMyWay from 'find-my-way';
import { type Finder, type LeafSpec, leavesOf, SegmentFinder } from './finder.js';
import type { Matchable } from './ir.js';
import { type Leaf, type MethodIndex, Program } from './program.js';
import type { Segment } from './shape.js';
import { type Steps, timed } from './steps.js';

/**
 * Up to how many leaves of a method are found by find-my-way's compiled tree. It answers sooner than the trie of segments while
 * they are few, and as soon at 250 (Node 20). It takes 0.3 ms a leaf to build, most of that in one go: whoever asks for a
 * program at once waits for it, but requests that come in between must not.
 */
const TREE_LEAVES: Record<TreeChoice, number> = {
  auto: 256,
  between: 16,
  tree: Number.POSITIVE_INFINITY,
  trie: 0,
};
/** Its functions call each other, as deep as its paths have segments. */
const MAX_SEGMENTS = 64;

/** How leaves are found; `auto` unless a test wants one of the two. */
export type FinderChoice = 'auto' | 'tree' | 'trie';

/** The same; `between` for trees that are made between requests. */
export type TreeChoice = FinderChoice | 'between';

/** find-my-way builds its functions from text; where that is not allowed it cannot be used at all. */
export const canGenerateCode: boolean = (() => {
  try {
    return new Function('return true')() === true;
  } catch {
    return false;
  }
})();

/** Whether find-my-way is to find leaves of a program that finds them by its trie. */
export function canPlant<L extends Matchable>(program: Program<L>, choice: TreeChoice): boolean {
  return canGenerateCode && [...program.indexes().values()].some((index) => isFit(index, choice));
}

function isFit<L extends Matchable>({ finder, size, depth }: MethodIndex<L>, choice: TreeChoice): boolean {
  return finder instanceof SegmentFinder && size <= TREE_LEAVES[choice] && depth <= MAX_SEGMENTS;
}

/** The program with the same leaves, found by find-my-way's tree: its second tier. */
export function* plantTrees<L extends Matchable>(program: Program<L>, choice: TreeChoice): Steps<Program<L>> {
  const [planted, milliseconds] = yield* timed(plantAll(program, choice));
  const { version, length, figures, work } = program;
  const any = planted.get('*')!;
  planted.delete('*');
  const total = figures.milliseconds + milliseconds;
  return new Program(version, length, planted, any, { ...figures, milliseconds: total }, work);
}

function* plantAll<L extends Matchable>(
  program: Program<L>,
  choice: TreeChoice,
): Steps<Map<string, MethodIndex<L>>> {
  const planted = new Map<MethodIndex<L>, MethodIndex<L>>();
  const indexes = program.indexes();
  for (const index of new Set(indexes.values())) {
    if (!isFit(index, choice)) continue;
    const finder = yield* growTree(index.finder as SegmentFinder<Leaf<L>>, index.statics);
    const { statics, lengths, size, scanned, depth } = index;
    planted.set(index, { statics, lengths, finder, size, scanned, depth });
  }
  return new Map(Array.from(indexes, ([method, index]) => [method, planted.get(index) ?? index]));
}

function* growTree<T extends object>(
  finder: SegmentFinder<T>,
  statics: ReadonlyMap<string, T>,
): Steps<TreeFinder<T>> {
  const tree = new TreeFinder<T>();
  for (const spec of leavesOf(finder.root)) {
    if (!spec.wild && statics.get(`/${spec.segments.join('/')}`) === spec.leaf) continue;
    tree.add(spec);
    yield;
  }
  tree.compile();
  yield;
  return tree;
}

/**
 * The find-my-way tree, compiled by it to straight-line code. It is a filter over the raw path, never the judge:
 * parameter names are synthetic, nothing is decoded, and parameters may be of any length.
 */
export class TreeFinder<T extends object> implements Finder<T> {
  #tree = findMyWay({
    caseSensitive: true,
    maxParamLength: Number.MAX_SAFE_INTEGER,
    querystringParser: ignoreQuery,
  }) as unknown as Tree;

  add({ segments, wild, leaf }: LeafSpec<T>): void {
    this.#tree.on('GET', treePath(segments, wild), ignoreRequest, leaf);
  }

  /** Once all leaves are in. */
  compile(): void {
    this.#tree = this.#tree.compile();
  }

  find(key: string, encoded: boolean): T | null {
    // A percent sign that stands for itself: find-my-way leaves `%25` alone in text and decodes nothing else.
    const raw = encoded ? key.replaceAll('%', '%25') : key;
    const found = this.#tree.find('GET', raw);
    return found === null ? null : (found.store as T);
  }
}

/** The part of find-my-way that is used here; its own declarations do not know `compile` yet. */
interface Tree {
  on(method: 'GET', path: string, handler: () => void, store: unknown): void;
  compile(): Tree;
  find(method: 'GET', path: string): { store: unknown } | null;
}

function treePath(segments: readonly Segment[], wild: boolean): string {
  let path = '';
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i];
    path += segment === null || segment === undefined ? `/:p${i}` : `/${segment.replaceAll(':', '::')}`;
  }
  if (wild) return `${path}/*`;
  return path === '' ? '/' : path;
}

function ignoreQuery(): Record<string, never> {
  return NO_QUERY;
}

const NO_QUERY = {};

function ignoreRequest(): void {}
