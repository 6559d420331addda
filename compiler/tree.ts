import findMyWay from 'find-my-way';
import { type Finder, type LeafSpec, leavesOf, SegmentFinder } from './finder.js';
import type { Matchable } from './ir.js';
import { type Leaf, type MethodIndex, Program } from './program.js';
import type { Segment } from './shape.js';
import { type Steps, timeSteps } from './steps.js';
import type { TextMap } from './text-map.js';

/**
 * The maximum number of leaves of a method that are found by find-my-way's compiled tree. It is faster than the trie of segments
 * for few leaves, as fast at 60, and takes twice as long at 250 (Node 20 and 26). It takes 0.3 ms per leaf to build, most of that
 * in one step: `router.compile()` may wait for it, but requests that arrive during a build in the background must not.
 */
const MAX_TREE_LEAVES: Record<TreeChoice, number> = {
  auto: 64,
  background: 16,
  tree: Number.POSITIVE_INFINITY,
  trie: 0,
};
/** The functions of the tree are recursive, as deep as its paths have segments. */
const MAX_TREE_SEGMENTS = 64;

/** How leaves are found: `auto` except in tests. */
export type FinderChoice = 'auto' | 'tree' | 'trie';

/** `background` for trees that are built between requests. */
export type TreeChoice = FinderChoice | 'background';

/** find-my-way generates code from strings, which Node can be configured to forbid. */
export const canGenerateCode: boolean = (() => {
  try {
    return new Function('return true')() === true;
  } catch {
    return false;
  }
})();

/** Whether `buildTrees` would replace a finder of the program. */
export function canUseTrees<L extends Matchable>(program: Program<L>, choice: TreeChoice): boolean {
  return canGenerateCode && [...program.indexes().values()].some((index) => canUseTree(index, choice));
}

function canUseTree<L extends Matchable>(
  { finder, size, depth }: MethodIndex<L>,
  choice: TreeChoice,
): boolean {
  return finder instanceof SegmentFinder && size <= MAX_TREE_LEAVES[choice] && depth <= MAX_TREE_SEGMENTS;
}

/** A program with the same leaves, found by find-my-way's tree where that is faster. */
export function* buildTrees<L extends Matchable>(program: Program<L>, choice: TreeChoice): Steps<Program<L>> {
  const [indexes, milliseconds] = yield* timeSteps(replaceFinders(program, choice));
  const { length, figures, work } = program;
  const any = indexes.get('*')!;
  indexes.delete('*');
  const total = figures.milliseconds + milliseconds;
  return new Program(length, indexes, any, { ...figures, milliseconds: total }, work);
}

function* replaceFinders<L extends Matchable>(
  program: Program<L>,
  choice: TreeChoice,
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
 * Finds leaves with a find-my-way tree, which compiles itself to straight-line code. The tree only finds the leaf of a raw
 * path: parameter names are generated, nothing is decoded, and parameters may have any length.
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

/** The part of find-my-way that is used here; its types do not declare `compile`. */
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
