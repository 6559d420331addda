/**
 * The data shapes on both ends of the compiler: what registration hands in (records) and what dispatch gets
 * back (entries in dispatch lists). Nothing here knows about HTTP.
 */

/** How a layer's path is matched. `end: false` is a prefix match (`use`), `end: true` a whole one (a route). */
export interface MatchOptions {
  readonly end: boolean;
  readonly strict: boolean;
  readonly sensitive: boolean;
}

/** One piece of a parsed path. */
export type Token =
  | { readonly kind: 'text'; readonly text: string }
  /** One or more characters other than a slash. */
  | { readonly kind: 'param'; readonly name: string }
  /** One or more characters of any kind. */
  | { readonly kind: 'wild'; readonly name: string }
  /** From here on only the layer's own RegExp knows. */
  | { readonly kind: 'rest' };

/** The alternatives of a path in the order its RegExp tries them, or null when it is opaque to the compiler. */
export type Pattern = readonly (readonly Token[])[] | null;

export type Params = Record<string, unknown>;

/** What a line's path grammar means; one per path-to-regexp generation. */
export interface Dialect {
  /** Parses a path as it was given at registration: a string, a RegExp, or an array of these. */
  parse(path: unknown, options: MatchOptions): Pattern;
  /** Decodes one captured value; throws the line's 400 for a bad percent-encoding. */
  decode(value: string): string;
  /** An empty `req.params` as this line makes it for a matched path. */
  createParams(): Params;
  /** The characters that may follow the part of a path that a mount takes. */
  readonly mountEnds: string;
  /** All alternatives of a layer set the same keys, so only an only alternative can be read without its RegExp. */
  readonly sharedKeys: boolean;
}

/** The members of a layer that the compiler and its programs touch. */
export interface Matchable {
  match(path: string): boolean;
  params: Params | undefined;
  path: string | undefined;
}

/** Everything the compiler needs to know about one layer. */
export interface LayerRecord<L extends Matchable = Matchable> {
  readonly layer: L;
  /** The path as it was registered. */
  readonly path: unknown;
  readonly options: MatchOptions;
  /** Not a layer of ours, or one whose way to match has been replaced: its path says nothing. */
  readonly foreign: boolean;
  /** `use('/')`, which matches every path and takes nothing off it. */
  readonly slash: boolean;
  /** Uppercase methods of a route, `'*'` for all of them, null for middleware. */
  readonly methods: readonly string[] | '*' | null;
  /** The methods may change without anybody noticing: the route must be asked for every method. */
  readonly live: boolean;
  /** The table of the router or application mounted here, if it is one of ours. */
  readonly mount: TableRecord<L> | null;
}

/** A router's layers at one moment. `owner` and `version` let dispatch see whether that moment has passed. */
export interface TableRecord<L extends Matchable = Matchable> {
  readonly owner: object;
  readonly version: number;
  readonly dialect: Dialect;
  readonly layers: readonly LayerRecord<L>[];
}

/** What the compiler knows about a match before it is asked. */
export const GUARDED = 0;
export const CERTAIN = 1;
export const EVERYTHING = 2;
export type Certainty = typeof GUARDED | typeof CERTAIN | typeof EVERYTHING;

/** The continuation of a dispatch list inside a mounted router. */
export interface InnerList<L extends Matchable = Matchable> {
  readonly owner: object;
  readonly version: number;
  /** How many layers the mounted router had: later ones are not in `list`. */
  readonly length: number;
  readonly list: DispatchList<L>;
}

/** One step of a dispatch list. All entries share one hidden class: dispatch reads them in its hottest loop. */
export class Entry<L extends Matchable = Matchable> {
  declare readonly layer: L;
  /** Position in its router's stack. */
  declare readonly index: number;
  declare readonly certainty: Certainty;
  declare readonly extractor: Extractor | null;
  declare readonly inner: InnerList<L> | null;

  constructor(
    layer: L,
    index: number,
    certainty: Certainty,
    extractor: Extractor | null,
    inner: InnerList<L> | null,
  ) {
    this.layer = layer;
    this.index = index;
    this.certainty = certainty;
    this.extractor = extractor;
    this.inner = inner;
  }
}

/**
 * The layers to try for a path, in order. Nearly all lists are one run of entries. A long one is a tree of lists, as
 * balanced as it has to be, so that lists which differ in one place share the rest.
 */
export class DispatchList<L extends Matchable = Matchable> {
  /** Null if the list has parts. */
  declare readonly entries: readonly Entry<L>[] | null;
  declare readonly parts: readonly DispatchList<L>[] | null;
  /** Position of its first layer. */
  declare readonly first: number;

  constructor(entries: readonly Entry<L>[] | null, parts: readonly DispatchList<L>[] | null, first: number) {
    this.entries = entries;
    this.parts = parts;
    this.first = first;
  }

  /** For reports; dispatch goes from run to run by itself. */
  *[Symbol.iterator](): Generator<Entry<L>> {
    if (this.entries !== null) yield* this.entries;
    else for (const part of this.parts!) yield* part;
  }
}

/** The list of a path that no layer can match. */
export const NOTHING: DispatchList<never> = new DispatchList<never>([], null, 0);

/** Where to go on when a run of a list is over: the next part of a list, and what comes behind that list. */
export class RemainingParts<L extends Matchable = Matchable> {
  declare readonly parts: readonly DispatchList<L>[];
  declare readonly next: number;
  declare readonly after: RemainingParts<L> | null;

  constructor(parts: readonly DispatchList<L>[], at: number, behind: RemainingParts<L> | null) {
    this.parts = parts;
    this.next = at;
    this.after = behind;
  }
}

/** Reads parameters off a path that is known to match, without running a RegExp. */
export interface Extractor {
  /** Parameter names in the order they were captured, each once. */
  readonly names: readonly string[];
  /** Fills `params` and returns where the matched part ends. */
  extract(path: string, params: Params): number;
}
