/**
 * Compiles the records of a table into a program (ir.ts has the types of the input and the output). The steps, in order:
 *
 * 1. flatten.ts puts the layers of the table and of the routers mounted in it into one array. For each layer it parses the
 *    path (dialect3.ts, dialect4.ts, dialect5.ts) and creates its shapes (shape.ts; simple.ts for most paths) and the
 *    extractor of its params (extractor.ts).
 * 2. groups.ts groups the methods that have the same layers. Steps 3 to 5 are done for each group.
 * 3. trie.ts adds the shapes to a trie of segments (children.ts).
 * 4. leaves.ts visits the trie and creates a leaf for each shape, with its dispatch lists (parallel.ts, inherited.ts,
 *    lists.ts), as far as the budget allows (budget.ts).
 * 5. `buildIndex` below creates the map of static paths, and the finder for all others (finder.ts); together they are the index
 *    of the group in the program (program.ts).
 * 6. tree.ts replaces the finders of small programs with find-my-way trees.
 *
 * The steps are generators, so that a table can be compiled between requests (steps.ts).
 */
import { Budget, PLACEMENT_COST } from './budget.js';
import { SegmentFinder } from './finder.js';
import { flatten } from './flatten.js';
import { groupMethods, type MethodGroup } from './groups.js';
import type { Matchable, TableRecord } from './ir.js';
import { makeLeaves } from './leaves.js';
import { type Figures, type Leaf, type MethodIndex, Program } from './program.js';
import type { Segment } from './shape.js';
import { runToEnd, type Steps, timeSteps } from './steps.js';
import { TextMap } from './text-map.js';
import { buildTrees, canUseTrees, type FinderChoice } from './tree.js';
import { Trie } from './trie.js';

/** Called for every leaf. Reports need this, because a program does not keep the segments of its leaves. */
export type LeafListener<L extends Matchable> = (
  leaf: Leaf<L>,
  segments: readonly Segment[],
  wild: boolean,
  /** The methods that have this leaf; `'*'` is every other method. */
  methods: readonly string[],
) => void;

/** Longer paths are not in the static map: its keys would repeat the path of a deep router for each of its routes. */
const MAX_STATIC_SEGMENTS = 64;

/** Compiles a table synchronously. Pure: the same records give the same program. */
export function compile<L extends Matchable>(
  table: TableRecord<L>,
  choice: FinderChoice = 'auto',
  onLeaf?: LeafListener<L>,
  budget?: Budget,
): Program<L> {
  const program = runToEnd(compileInSteps(table, onLeaf, budget));
  return canUseTrees(program, choice) ? runToEnd(buildTrees(program, choice)) : program;
}

/** Compiles a table in steps, without step 6: leaves are found in the trie. */
export function* compileInSteps<L extends Matchable>(
  table: TableRecord<L>,
  onLeaf?: LeafListener<L>,
  budget: Budget = new Budget(),
): Steps<Program<L>> {
  const [parts, milliseconds] = yield* timeSteps(buildIndexes(table, budget, onLeaf));
  const { methods, any, figures, work } = parts;
  return new Program(table.layers.length, methods, any, { ...figures, milliseconds }, work);
}

interface Indexes<L extends Matchable> {
  readonly methods: Map<string, MethodIndex<L>>;
  readonly any: MethodIndex<L>;
  readonly figures: Omit<Figures, 'milliseconds'>;
  readonly work: number;
}

function* buildIndexes<L extends Matchable>(
  table: TableRecord<L>,
  budget: Budget,
  onLeaf: LeafListener<L> | undefined,
): Steps<Indexes<L>> {
  const { occurrences, layers } = yield* flatten(table);
  const groups = yield* groupMethods(occurrences);
  // For all groups before the first one is compiled, so that they share the whole budget.
  for (const group of groups) {
    budget.allow(countPlacements(group));
    yield;
  }
  budget.limit(layers);
  const methods = new Map<string, MethodIndex<L>>();
  let any!: MethodIndex<L>;
  let leaves = 0;
  let scanned = 0;
  for (const group of groups) {
    // Dispatch checks the method of each route, so the index of all methods gives the same results for each of them.
    if (!group.any && budget.isSpent) {
      for (const method of group.methods) methods.set(method, any);
      continue;
    }
    const index = yield* buildIndex(group, budget, onLeaf);
    if (group.any) any = index;
    for (const method of group.methods) methods.set(method, index);
    leaves += index.statics.size + index.size;
    scanned += index.scanned;
  }
  const regexpOnly = occurrences.filter((one) => one.regexpOnly).length;
  const figures = { layers: occurrences.length, leaves, regexpOnly, scanned };
  return { methods, any, figures, work: budget.spent };
}

function countPlacements<L extends Matchable>({ occurrences }: MethodGroup<L>): number {
  return occurrences.reduce((sum, { placements }) => sum + placements.length, 0);
}

function* buildIndex<L extends Matchable>(
  { occurrences, methods, any }: MethodGroup<L>,
  budget: Budget,
  onLeaf: LeafListener<L> | undefined,
): Steps<MethodIndex<L>> {
  const trie = new Trie<L>();
  for (const occurrence of occurrences) {
    trie.addOccurrence(occurrence);
    budget.spend(PLACEMENT_COST * occurrence.placements.length);
    if (budget.isStepOver()) yield;
  }
  const names = any ? [...methods, '*'] : methods;
  const statics = new TextMap<Leaf<L>>();
  let [size, scanned, depth] = [0, 0, 0];
  yield* makeLeaves(trie.root, budget, (leaf, segments, wild) => {
    if (!wild && isStatic(segments)) statics.add(`/${segments.join('/')}`, leaf);
    else size++;
    if (leaf.plain === null) scanned++;
    if (segments.length > depth) depth = segments.length;
    onLeaf?.(leaf, segments, wild, names);
  });
  const finder = size === 0 ? null : new SegmentFinder(trie.root);
  return { statics, finder, size, scanned, depth };
}

function isStatic(segments: readonly Segment[]): boolean {
  return segments.length <= MAX_STATIC_SEGMENTS && segments.every(isStaticSegment);
}

/** Paths with a percent sign are looked up in the index of all methods, so `findStaticLeaf` must not find them. */
function isStaticSegment(segment: Segment): boolean {
  return segment !== null && !segment.includes('%');
}
