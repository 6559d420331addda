/**
 * The compiler's input, which src/registration/record.ts creates (`TableRecord`), and its output, which src/dispatch runs
 * (`DispatchList`); program.ts has the rest of the output. Nothing here depends on HTTP.
 */

/** How a layer's path is matched. `end: false` is a prefix match (`use`), `end: true` a full match (a route). */
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
  /** The rest cannot be read: only the layer's RegExp can match it. */
  | { readonly kind: 'rest' };

/** The alternatives of a path in the order its RegExp tries them, or null if it is regexp-only: the compiler cannot analyse it. */
export type Pattern = readonly (readonly Token[])[] | null;

export type Params = Record<string, unknown>;

/** The path grammar of a line, one for each major version of path-to-regexp. */
export interface Dialect {
  /** Parses a path as it was given at registration: a string, a RegExp, or an array of these. */
  parse(path: unknown, options: MatchOptions): Pattern;
  /** Decodes one captured value; throws the line's 400 error for an invalid percent-encoding. */
  decode(value: string): string;
  /** Creates an empty `req.params` for a matched path, as in this line. */
  createParams(): Params;
  /** The characters that may follow the part of a path that a mount matches. */
  readonly mountEnds: string;
  /** All alternatives of a layer set the same keys, so params can be read without its RegExp only if there is one alternative. */
  readonly sharedKeys: boolean;
}

/** The members of a layer that the compiler and its programs use. */
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
  /** Not a maglev layer, or its `match` or matcher is patched: its path does not determine what it matches. */
  readonly foreign: boolean;
  /** Registered with `use('/')`, which matches every path and strips nothing from it. */
  readonly slash: boolean;
  /** Uppercase methods of a route, `'*'` for all of them, null for middleware. */
  readonly methods: readonly string[] | '*' | null;
  /** Users have a reference to the route and may change its methods: it is in the dispatch lists of all methods. */
  readonly live: boolean;
  /** The table of the maglev router or application mounted here. */
  readonly mount: TableRecord<L> | null;
}

/** A copy of a router's layers. Dispatch compares `owner` and `version` to detect that the router has changed. */
export interface TableRecord<L extends Matchable = Matchable> {
  readonly owner: object;
  readonly version: number;
  readonly dialect: Dialect;
  readonly layers: readonly LayerRecord<L>[];
}

/** Whether dispatch has to call a layer's matcher (NEEDS_MATCH) or not; MATCH_ALL is `use('/')`, which has no params. */
export const NEEDS_MATCH = 0;
export const CERTAIN = 1;
export const MATCH_ALL = 2;
export type Certainty = typeof NEEDS_MATCH | typeof CERTAIN | typeof MATCH_ALL;

/** The dispatch list inside a mounted router. */
export interface InnerList<L extends Matchable = Matchable> {
  readonly owner: object;
  readonly version: number;
  /** The number of layers of the mounted router at compile time: later ones are not in `list`. */
  readonly length: number;
  readonly list: DispatchList<L>;
}

/** A layer in a dispatch list. All entries share one hidden class: dispatch reads them in its hottest loop. */
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
 * The layers to try for a path, in order. Nearly all lists are one array of entries. A long one is a tree of lists, so that
 * lists that differ in one entry share the others.
 */
export class DispatchList<L extends Matchable = Matchable> {
  /** Null if the list has parts. */
  declare readonly entries: readonly Entry<L>[] | null;
  declare readonly parts: readonly DispatchList<L>[] | null;
  /** Position of its first layer in the stack. */
  declare readonly first: number;

  constructor(entries: readonly Entry<L>[] | null, parts: readonly DispatchList<L>[] | null, first: number) {
    this.entries = entries;
    this.parts = parts;
    this.first = first;
  }

  /** For reports; dispatch uses `enterList` of src/dispatch/dispatch.ts. */
  *[Symbol.iterator](): Generator<Entry<L>> {
    if (this.entries !== null) yield* this.entries;
    else for (const part of this.parts!) yield* part;
  }
}

/** The list of a path that no layer can match. */
export const EMPTY_LIST: DispatchList<never> = new DispatchList<never>([], null, 0);

/** What follows the current part of a list: `parts` from `next` on, then `after`. */
export class RemainingParts<L extends Matchable = Matchable> {
  declare readonly parts: readonly DispatchList<L>[];
  declare readonly next: number;
  declare readonly after: RemainingParts<L> | null;

  constructor(parts: readonly DispatchList<L>[], next: number, after: RemainingParts<L> | null) {
    this.parts = parts;
    this.next = next;
    this.after = after;
  }
}

/** Reads the parameters of a path that is known to match, without running a RegExp. */
export interface Extractor {
  /** Parameter names in the order they were captured, each once. */
  readonly names: readonly string[];
  /** Fills `params` and returns where the matched part ends. The path begins at `from`, by default at 0. */
  extract(path: string, params: Params, from?: number): number;
}
