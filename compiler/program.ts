import type { Finder } from './finder.js';
import { type DispatchList, EMPTY_LIST, type Matchable } from './ir.js';
import { endOf, isEncoded, isSlashed, keyOf, MUST_SCAN, type PathFlags, readPath } from './path.js';
import type { TextMap } from './text-map.js';

/** The dispatch lists of all paths that end in one leaf. Null lists mean that the table is scanned. */
export interface Leaf<L extends Matchable = Matchable> {
  readonly plain: DispatchList<L> | null;
  /** For paths with a trailing slash; the same list unless `strict` makes a difference here. */
  readonly slashed: DispatchList<L> | null;
}

/** The lookup structures of one method, or of several that have the same routes. */
export interface MethodIndex<L extends Matchable = Matchable> {
  readonly statics: TextMap<Leaf<L>>;
  readonly finder: Finder<Leaf<L>> | null;
  /** The number of leaves of the finder. */
  readonly size: number;
  /** The number of leaves for which the table is scanned. */
  readonly scanned: number;
  /** The number of segments of the deepest leaf. */
  readonly depth: number;
}

export interface Figures {
  /** Layers of the table, including those of mounted routers. */
  readonly layers: number;
  readonly leaves: number;
  /** Layers whose RegExp is called for every path. */
  readonly regexpOnly: number;
  /** Leaves for which the table is scanned, because too many layers overlap there. */
  readonly scanned: number;
  readonly milliseconds: number;
}

/** A compiled table. It is immutable and has no per-request state. */
export class Program<L extends Matchable = Matchable> {
  /** The number of layers of the root table in this program; layers registered later are not included. */
  readonly length: number;
  readonly figures: Figures;
  /** The cost of compilation, in the units of budget.ts. */
  readonly work: number;
  readonly #indexByMethod: ReadonlyMap<string, MethodIndex<L>>;
  readonly #anyIndex: MethodIndex<L>;
  /** Most requests are GETs: saves the Map lookup. */
  readonly #getIndex: MethodIndex<L>;

  constructor(
    length: number,
    methods: ReadonlyMap<string, MethodIndex<L>>,
    any: MethodIndex<L>,
    figures: Figures,
    work: number,
  ) {
    this.length = length;
    this.figures = figures;
    this.work = work;
    this.#indexByMethod = methods;
    this.#anyIndex = any;
    this.#getIndex = methods.get('GET') ?? any;
  }

  /** The layers to try for a path, in order, or null if the table has to be scanned. */
  findListByPath(method: string, path: string): DispatchList<L> | null {
    const pathFlags = readPath(path);
    return isWholePath(path, pathFlags) ? this.findList(method, path, pathFlags) : null;
  }

  /** The same for a path that `readPath` has read. */
  findList(method: string, path: string, pathFlags: PathFlags): DispatchList<L> | null {
    const leaf = this.#findLeaf(method, path, pathFlags);
    if (leaf === null) return EMPTY_LIST;
    return isSlashed(pathFlags) ? leaf.slashed : leaf.plain;
  }

  /** The leaf of a URL that is itself a key of the static map, so that `readPath` is not needed. */
  findStaticLeaf(method: string, url: string): Leaf<L> | undefined {
    return this.#indexOf(method).statics.get(url);
  }

  /** The leaf of a path, for `explain`. */
  findLeafByPath(method: string, path: string): Leaf<L> | null {
    const pathFlags = readPath(path);
    return isWholePath(path, pathFlags) ? this.#findLeaf(method, path, pathFlags) : null;
  }

  #findLeaf(method: string, path: string, pathFlags: PathFlags): Leaf<L> | null {
    const encoded = isEncoded(pathFlags);
    const index = encoded ? this.#anyIndex : this.#indexOf(method);
    const key = keyOf(path, pathFlags);
    const leaf = index.statics.get(key);
    if (leaf !== undefined) return leaf;
    // The root has no segments, so only `statics` can contain it; find-my-way would try an empty parameter.
    return key.length === 1 || index.finder === null ? null : index.finder.find(key, encoded);
  }

  #indexOf(method: string): MethodIndex<L> {
    return method === 'GET' ? this.#getIndex : (this.#indexByMethod.get(method) ?? this.#anyIndex);
  }

  /** The indexes by method, for reports; `'*'` is for every other method. */
  indexes(): Map<string, MethodIndex<L>> {
    return new Map([...this.#indexByMethod, ['*', this.#anyIndex]]);
  }
}

function isWholePath(path: string, pathFlags: PathFlags): boolean {
  return pathFlags !== MUST_SCAN && endOf(pathFlags) === path.length;
}
