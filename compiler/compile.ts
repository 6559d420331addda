import { chain } from './chain.js';
import { type Finder, type LeafSpec, SegmentFinder, type SegmentNode } from './finder.js';
import { flatten, type Occurrence } from './flatten.js';
import type { Matchable, TableRecord } from './ir.js';
import { type Leaf, type MethodIndex, Program } from './program.js';
import type { Segment } from './shape.js';
import { canGenerateCode, TreeFinder } from './tree.js';
import { Trie } from './trie.js';

/**
 * find-my-way's compiled tree answers in 90 to 200 ns where the trie of segments takes 130 to 400, but costs
 * about 0.3 ms and 2 KB a leaf to build (Node 20). Past this many leaves in all trees together a start would
 * take longer than anyone wants to wait for those nanoseconds, and the trie takes over.
 */
const TREE_LEAVES: Record<FinderChoice, number> = { auto: 256, tree: Number.POSITIVE_INFINITY, trie: 0 };

/** How many places the lists of a table may hold in all; leaves beyond that are answered by the linear scan. */
const MAX_PLACEMENTS = 4_000_000;

/** How leaves are found; `auto` unless a test wants one of the two. */
export type FinderChoice = 'auto' | 'tree' | 'trie';

/** Told of every leaf as it is made; a program itself does not keep where its leaves stand. */
export type LeafListener<L extends Matchable> = (
  leaf: Leaf<L>,
  segments: readonly Segment[],
  wild: boolean,
  /** The methods whose leaf it is; `'*'` is every other method. */
  methods: readonly string[],
) => void;

/** Methods whose answer depends on the routes of other methods: HEAD falls to GET, OPTIONS lists them all. */
const CROSS_METHODS = new Set(['HEAD', 'OPTIONS']);

/** Builds the program of a table. Pure: the same records give the same program. */
export function compile<L extends Matchable>(
  table: TableRecord<L>,
  choice: FinderChoice = 'auto',
  onLeaf?: LeafListener<L>,
): Program<L> {
  const begin = performance.now();
  const occurrences = flatten(table);
  const groups = groupMethods(occurrences);
  const maxLeaves = canGenerateCode ? TREE_LEAVES[choice] : 0;
  const drafts = groups.map((group) => ({ ...group, ...draftIndex(group, maxLeaves, onLeaf) }));

  const asTree = drafts.reduce((sum, draft) => sum + draft.size, 0) <= maxLeaves;
  const methods = new Map<string, MethodIndex<L>>();
  let any!: MethodIndex<L>;
  for (const draft of drafts) {
    const index = toIndex(draft, asTree);
    if (draft.any) any = index;
    for (const method of draft.methods) methods.set(method, index);
  }
  return new Program(table.version, table.layers.length, methods, any, {
    layers: occurrences.length,
    leaves: drafts.reduce((sum, draft) => sum + draft.statics.size + draft.size, 0),
    opaque: occurrences.filter((occurrence) => occurrence.opaque).length,
    milliseconds: performance.now() - begin,
  });
}

interface Group<L extends Matchable> {
  readonly methods: string[];
  /** Whether this group also answers for all methods that have no group. */
  any: boolean;
  readonly occurrences: Occurrence<L>[];
}

/** One group per distinct set of layers, so that `all` routes do not multiply the work by every method. */
function groupMethods<L extends Matchable>(occurrences: Occurrence<L>[]): Group<L>[] {
  const everything: Group<L> = { methods: [], any: true, occurrences };
  const groups = [everything];
  for (const method of namedMethods(occurrences)) {
    const own = occurrences.filter(({ opaque, record: { methods, live } }) => {
      // Asking an opaque layer can have effects (a global RegExp remembers where it was): no method may skip it.
      return opaque || live || methods === null || methods === '*' || methods.includes(method);
    });
    const same = groups.find((group) => isSame(group.occurrences, own));
    if (same) same.methods.push(method);
    else groups.push({ methods: [method], any: false, occurrences: own });
  }
  return groups;
}

function namedMethods<L extends Matchable>(occurrences: readonly Occurrence<L>[]): Set<string> {
  const names = new Set<string>();
  for (const { record } of occurrences) {
    if (record.methods === null || record.methods === '*') continue;
    for (const method of record.methods) if (!CROSS_METHODS.has(method)) names.add(method);
  }
  return names;
}

function isSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

interface Draft<L extends Matchable> {
  readonly statics: Map<string, Leaf<L>>;
  readonly root: SegmentNode<Leaf<L>>;
  /** How many leaves are not in the static map. */
  readonly size: number;
  /** Those leaves, if there are not too many for a tree. */
  readonly specs: readonly LeafSpec<Leaf<L>>[];
}

function draftIndex<L extends Matchable>(
  { occurrences, methods, any }: Group<L>,
  maxSpecs: number,
  onLeaf: LeafListener<L> | undefined,
): Draft<L> {
  const names = any ? [...methods, '*'] : methods;
  const trie = new Trie<L>();
  for (const occurrence of occurrences) {
    for (const placement of occurrence.placements) trie.insert(placement);
  }
  const statics = new Map<string, Leaf<L>>();
  const specs: LeafSpec<Leaf<L>>[] = [];
  let size = 0;
  let room = MAX_PLACEMENTS;
  const root = trie.makeLeaves((segments, wild, placements) => {
    room -= placements?.length ?? 0;
    const leaf = chain(segments, wild, room < 0 ? null : placements);
    if (!wild && segments.every(isText)) statics.set(`/${segments.join('/')}`, leaf);
    else if (++size <= maxSpecs) specs.push({ segments: [...segments], wild, leaf });
    onLeaf?.(leaf, segments, wild, names);
    return leaf;
  });
  return { statics, root, size, specs };
}

/** Percent signs send a lookup to the index of all methods: such a key must not be found before. */
function isText(segment: Segment): boolean {
  return segment !== null && !segment.includes('%');
}

function toIndex<L extends Matchable>(draft: Draft<L>, asTree: boolean): MethodIndex<L> {
  const { statics, root, size, specs } = draft;
  let finder: Finder<Leaf<L>> | null = null;
  if (size > 0) finder = asTree ? new TreeFinder(specs) : new SegmentFinder(root);
  return { statics, lengths: lengthsOf(statics), finder, size };
}

function lengthsOf(statics: ReadonlyMap<string, unknown>): Uint8Array {
  let longest = 0;
  for (const key of statics.keys()) longest = Math.max(longest, key.length);
  const lengths = new Uint8Array(longest + 1);
  for (const key of statics.keys()) lengths[key.length] = 1;
  return lengths;
}
