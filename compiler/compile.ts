import { Budget } from './budget.js';
import { SegmentFinder } from './finder.js';
import { flatten } from './flatten.js';
import { type Group, groupMethods } from './groups.js';
import type { Matchable, TableRecord } from './ir.js';
import { type Figures, type Leaf, type MethodIndex, Program } from './program.js';
import type { Segment } from './shape.js';
import { runToEnd, type Steps, timed } from './steps.js';
import { canPlant, type FinderChoice, plantTrees } from './tree.js';
import { Trie } from './trie.js';
import { makeLeaves } from './walk.js';

/** Told of every leaf as it is made; a program itself does not keep where its leaves stand. */
export type LeafListener<L extends Matchable> = (
  leaf: Leaf<L>,
  segments: readonly Segment[],
  wild: boolean,
  /** The methods whose leaf it is; `'*'` is every other method. */
  methods: readonly string[],
) => void;

/** Longer paths are found by their segments: a map of texts would hold all that leads to a deep router once for each route. */
const MAX_STATIC_SEGMENTS = 64;
/** How many layers are put into a trie between two rests. */
const LAYERS_PER_STEP = 128;

/** Builds the program of a table, all at once. Pure: the same records give the same program. */
export function compile<L extends Matchable>(
  table: TableRecord<L>,
  choice: FinderChoice = 'auto',
  onLeaf?: LeafListener<L>,
  budget?: Budget,
): Program<L> {
  const program = runToEnd(compileInSteps(table, onLeaf, budget));
  return canPlant(program, choice) ? runToEnd(plantTrees(program, choice)) : program;
}

/** The same step by step, for those who have other things to do in between; its leaves are found by the trie. */
export function* compileInSteps<L extends Matchable>(
  table: TableRecord<L>,
  onLeaf?: LeafListener<L>,
  budget: Budget = new Budget(),
): Steps<Program<L>> {
  const [parts, milliseconds] = yield* timed(buildParts(table, budget, onLeaf));
  const { methods, any, figures, work } = parts;
  return new Program(table.version, table.layers.length, methods, any, { ...figures, milliseconds }, work);
}

interface Parts<L extends Matchable> {
  readonly methods: Map<string, MethodIndex<L>>;
  readonly any: MethodIndex<L>;
  readonly figures: Omit<Figures, 'milliseconds'>;
  readonly work: number;
}

function* buildParts<L extends Matchable>(
  table: TableRecord<L>,
  budget: Budget,
  onLeaf: LeafListener<L> | undefined,
): Steps<Parts<L>> {
  const occurrences = yield* flatten(table);
  const groups = yield* groupMethods(occurrences);
  // All places are counted first: what one method needs must not depend on those that come after it.
  for (const group of groups) budget.addPlaces(group.occurrences);
  const methods = new Map<string, MethodIndex<L>>();
  let any!: MethodIndex<L>;
  let leaves = 0;
  let scanned = 0;
  for (const group of groups) {
    const index = yield* indexGroup(group, budget, onLeaf);
    if (group.any) any = index;
    for (const method of group.methods) methods.set(method, index);
    leaves += index.statics.size + index.size;
    scanned += index.scanned;
  }
  const opaque = occurrences.filter((occurrence) => occurrence.opaque).length;
  const figures = { layers: occurrences.length, leaves, opaque, scanned };
  return { methods, any, figures, work: budget.spent };
}

function* indexGroup<L extends Matchable>(
  { occurrences, methods, any }: Group<L>,
  budget: Budget,
  onLeaf: LeafListener<L> | undefined,
): Steps<MethodIndex<L>> {
  const trie = new Trie<L>();
  for (let i = 0; i < occurrences.length; i++) {
    trie.insert(occurrences[i]!);
    if (i % LAYERS_PER_STEP === 0) yield;
  }
  const names = any ? [...methods, '*'] : methods;
  const statics = new Map<string, Leaf<L>>();
  let [size, scanned, depth] = [0, 0, 0];
  yield* makeLeaves(trie.root, budget, (leaf, segments, wild) => {
    if (!wild && isStatic(segments)) statics.set(`/${segments.join('/')}`, leaf);
    else size++;
    if (leaf.plain === null) scanned++;
    if (segments.length > depth) depth = segments.length;
    onLeaf?.(leaf, segments, wild, names);
  });
  const finder = size === 0 ? null : new SegmentFinder(trie.root);
  return { statics, lengths: lengthsOf(statics), finder, size, scanned, depth };
}

function isStatic(segments: readonly Segment[]): boolean {
  return segments.length <= MAX_STATIC_SEGMENTS && segments.every(isText);
}

/** Percent signs send a lookup to the index of all methods: such a key must not be found before. */
function isText(segment: Segment): boolean {
  return segment !== null && !segment.includes('%');
}

function lengthsOf(statics: ReadonlyMap<string, unknown>): Uint8Array {
  let longest = 0;
  for (const key of statics.keys()) longest = Math.max(longest, key.length);
  const lengths = new Uint8Array(longest + 1);
  for (const key of statics.keys()) lengths[key.length] = 1;
  return lengths;
}
