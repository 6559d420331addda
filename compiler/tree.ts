import findMyWay from 'find-my-way';
import { canGenerateCode } from './codegen.js';
import { type Finder, type LeafSpec, leavesOf, SegmentFinder } from './finder.js';
import type { Matchable } from './ir.js';
import { type Leaf, type MethodIndex, Program } from './program.js';
import type { Segment } from './shape.js';
import { type Steps, timeSteps } from './steps.js';
import type { TextMap } from './text-map.js';

/**
 * A method with at most this many leaves uses find-my-way's compiled tree instead of the trie. Nanoseconds per lookup on
 * Node 26 (tree, trie), with code and data in the CPU caches, and after reading 4 MB of other data:
 *
 * | leaves | 2 segments, cached | other data | 5 segments, cached | other data |
 * |---|---|---|---|---|
 * | 1 | 56, 72 | 722, 787 | 110, 183 | 1120, 1250 |
 * | 3 | 73, 91 | 1120, 1030 | 119, 209 | 1400, 1220 |
 * | 8 | 82, 124 | 1750, 1200 | 124, 238 | 2260, 1560 |
 * | 64 | 105, 122 | 3300, 1700 | 224, 240 | 4800, 1950 |
 * | 250 | 135, 145 | 3700, 2100 | 750, 280 | 5800, 2400 |
 *
 * The tree's code grows with the leaves, and for most requests to a server it is not in the caches. It also takes 0.3 ms per leaf
 * to build.
 */
const MAX_TREE_LEAVES: Record<FinderChoice, number> = {
  auto: 4,
  tree: Number.POSITIVE_INFINITY,
  trie: 0,
};
/** The functions of the tree are recursive: one call for each segment of a path. */
const MAX_TREE_SEGMENTS = 64;

/** How leaves are found: `auto` except in tests. */
export type FinderChoice = 'auto' | 'tree' | 'trie';

/** Whether `buildTrees` would replace a finder of the program. */
export function canUseTrees<L extends Matchable>(program: Program<L>, choice: FinderChoice): boolean {
  return canGenerateCode && [...program.indexes().values()].some((index) => canUseTree(index, choice));
}

function canUseTree<L extends Matchable>(
  { finder, size, depth }: MethodIndex<L>,
  choice: FinderChoice,
): boolean {
  return finder instanceof SegmentFinder && size <= MAX_TREE_LEAVES[choice] && depth <= MAX_TREE_SEGMENTS;
}

/** A program with the same leaves, found by find-my-way's tree where that is faster. */
export function* buildTrees<L extends Matchable>(
  program: Program<L>,
  choice: FinderChoice,
): Steps<Program<L>> {
  const [indexes, milliseconds] = yield* timeSteps(replaceFinders(program, choice));
  const { length, figures, work } = program;
  const any = indexes.get('*')!;
  indexes.delete('*');
  const total = figures.milliseconds + milliseconds;
  return new Program(length, indexes, any, { ...figures, milliseconds: total }, work);
}

function* replaceFinders<L extends Matchable>(
  program: Program<L>,
  choice: FinderChoice,
): Steps<Map<string, MethodIndex<L>>> {
  const indexesWithTrees = new Map<MethodIndex<L>, MethodIndex<L>>();
  const indexes = program.indexes();
  for (const index of new Set(indexes.values())) {
    if (!canUseTree(index, choice)) continue;
    const finder = yield* buildTree(index.finder as SegmentFinder<Leaf<L>>, index.statics);
    const { statics, size, scanned, depth } = index;
    indexesWithTrees.set(index, { statics, finder, size, scanned, depth });
  }
  return new Map(Array.from(indexes, ([method, index]) => [method, indexesWithTrees.get(index) ?? index]));
}

function* buildTree<T extends object>(finder: SegmentFinder<T>, statics: TextMap<T>): Steps<TreeFinder<T>> {
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
 * Finds leaves in a find-my-way tree, which compiles itself to straight-line code. The tree only finds the leaf of a raw
 * path: parameter names are made up, nothing is decoded, and parameters may be of any length.
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

  /** Called when all leaves have been added. */
  compile(): void {
    this.#tree = this.#tree.compile();
  }

  find(key: string, encoded: boolean): T | null {
    // find-my-way must not decode: it leaves `%25` as it is.
    const raw = encoded ? key.replaceAll('%', '%25') : key;
    const found = this.#tree.find('GET', raw);
    return found === null ? null : (found.store as T);
  }
}

/** The part of find-my-way that is used here; its own types lack `compile`. */
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
