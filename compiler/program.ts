import type { Finder } from './finder.js';
import { type DispatchList, type Matchable, NOTHING } from './ir.js';
import { endOf, IRREGULAR, isEncoded, isSlashed, keyOf, type Reading, readPath } from './path.js';

/** The dispatch lists of all paths that end in one leaf. Null lists mean: scan the whole table. */
export interface Leaf<L extends Matchable = Matchable> {
  readonly plain: DispatchList<L> | null;
  /** For paths with a slash at the end; the same list unless `strict` makes a difference here. */
  readonly slashed: DispatchList<L> | null;
}

/** The lookup structures of one method, or of several that have the same routes. */
export interface MethodIndex<L extends Matchable = Matchable> {
  readonly statics: Map<string, Leaf<L>>;
  /** 1 for every length that a static path has: a key of another length need not be hashed to be missed. */
  readonly lengths: Uint8Array;
  readonly finder: Finder<Leaf<L>> | null;
  /** How many leaves the finder holds. */
  readonly size: number;
  /** How many leaves are left to the scan. */
  readonly scanned: number;
  /** The most segments that a leaf has. */
  readonly depth: number;
}

export interface Figures {
  /** Layers of the table, mounted routers' layers included. */
  readonly layers: number;
  readonly leaves: number;
  /** Layers whose RegExp must be asked for every path. */
  readonly opaque: number;
  /** Leaves for which the whole table is scanned, because too many layers overlap there. */
  readonly scanned: number;
  readonly milliseconds: number;
}

/** A compiled table. Immutable, and free of per-request state. */
export class Program<L extends Matchable = Matchable> {
  readonly version: number;
  /** How many layers of the root table are in here; layers registered later are not. */
  readonly length: number;
  readonly figures: Figures;
  /** What it took to build, in units that do not depend on the machine. */
  readonly work: number;
  readonly #methods: ReadonlyMap<string, MethodIndex<L>>;
  readonly #any: MethodIndex<L>;
  /** Most requests are GETs: their index is at hand. */
  readonly #get: MethodIndex<L>;

  constructor(
    version: number,
    length: number,
    methods: ReadonlyMap<string, MethodIndex<L>>,
    any: MethodIndex<L>,
    figures: Figures,
    work: number,
  ) {
    this.version = version;
    this.length = length;
    this.figures = figures;
    this.work = work;
    this.#methods = methods;
    this.#any = any;
    this.#get = methods.get('GET') ?? any;
  }

  /** The layers to try for a path, in order, or null when only a scan of the whole table will do. */
  lookup(method: string, path: string): DispatchList<L> | null {
    const reading = readPath(path);
    return isWhole(path, reading) ? this.find(method, path, reading) : null;
  }

  /** The same for a path that has been read already. */
  find(method: string, path: string, reading: Reading): DispatchList<L> | null {
    const leaf = this.#leaf(method, path, reading);
    if (leaf === null) return NOTHING;
    return isSlashed(reading) ? leaf.slashed : leaf.plain;
  }

  /** The leaf of a url that is, character for character, a key of the static map: it need not be read at all. */
  exact(method: string, url: string): Leaf<L> | undefined {
    const { lengths, statics } = this.#index(method);
    return lengths[url.length] === 1 ? statics.get(url) : undefined;
  }

  /** The leaf a path ends in; for explanations. */
  leaf(method: string, path: string): Leaf<L> | null {
    const reading = readPath(path);
    return isWhole(path, reading) ? this.#leaf(method, path, reading) : null;
  }

  #leaf(method: string, path: string, reading: Reading): Leaf<L> | null {
    const encoded = isEncoded(reading);
    const index = encoded ? this.#any : this.#index(method);
    const key = keyOf(path, reading);
    if (index.lengths[key.length] === 1) {
      const leaf = index.statics.get(key);
      if (leaf !== undefined) return leaf;
    }
    // The root has no segments: nothing but text can match it, yet a tree would try an empty parameter.
    return key.length === 1 || index.finder === null ? null : index.finder.find(key, encoded);
  }

  #index(method: string): MethodIndex<L> {
    return method === 'GET' ? this.#get : (this.#methods.get(method) ?? this.#any);
  }

  /** The indexes by method, for reports; `'*'` answers for every other method. */
  indexes(): Map<string, MethodIndex<L>> {
    return new Map([...this.#methods, ['*', this.#any]]);
  }
}

function isWhole(path: string, reading: Reading): boolean {
  return reading !== IRREGULAR && endOf(reading) === path.length;
}
