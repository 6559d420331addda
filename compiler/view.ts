import { compile } from './compile.js';
import type { DispatchList, LayerRecord, Matchable, Pattern, TableRecord } from './ir.js';
import { pathText } from './listing.js';
import type { Figures, Leaf, Program } from './program.js';
import type { Segment } from './shape.js';

/** A program as plain data, for reports: every reference is an index into one of its arrays. */
export interface ProgramView<Facts = object> {
  /** The first is the root; a router that is mounted twice is listed once. */
  readonly tables: readonly TableView<Facts>[];
  /** One for each set of methods with the same routes. */
  readonly indexes: readonly IndexView[];
  /** The dispatch lists, each once. */
  readonly lists: readonly ListView[];
  readonly figures: Figures;
}

export interface TableView<Facts = object> {
  readonly mountEnds: string;
  readonly layers: readonly (LayerView & Facts)[];
}

export interface LayerView {
  readonly path: string;
  readonly methods: readonly string[] | '*' | null;
  readonly slash: boolean;
  readonly sensitive: boolean;
  readonly strict: boolean;
  /** Null if the path of the layer does not determine what it matches. */
  readonly pattern: Pattern;
  /** The table mounted here. */
  readonly mount: number | null;
}

export interface IndexView {
  /** `'*'` is for every method without its own index. */
  readonly methods: readonly string[];
  /** The first is the root. */
  readonly nodes: readonly NodeView[];
}

export interface NodeView {
  /** Null for any single segment. */
  readonly segment: Segment;
  /** For paths that end here, and for those with more segments. */
  leaf: LeafView | null;
  wild: LeafView | null;
  /** Positions in `nodes`. Not nested, because JSON cannot be as deep as paths can be long. */
  readonly children: number[];
}

/** Lists for a path without and with a trailing slash; null if the table is scanned. */
export type LeafView = readonly [plain: number | null, slashed: number | null];

/** The index of the layer in its table, how it matches, and the list inside the router mounted there. */
export type ListView = readonly (readonly [index: number, certainty: number, inner: number | null])[];

/** Returns the properties that a report adds to the view of a layer. */
export type FactsOf<L extends Matchable, Facts> = (record: LayerRecord<L>) => Facts;

/** Compiles a table, and returns its program as plain data. */
export function viewProgram<L extends Matchable, Facts extends object>(
  table: TableRecord<L>,
  factsOf: FactsOf<L, Facts>,
): ProgramView<Facts> {
  const tables = new TableViews(factsOf);
  tables.add(table);
  const lists = new ListViews<L>();
  const trees = new Map<string, NodeView[]>();
  const program = compile(table, 'trie', (leaf, segments, wild, methods) => {
    const key = methods.join();
    let nodes = trees.get(key);
    if (nodes === undefined) trees.set(key, (nodes = [createNode(null)]));
    placeLeaf(nodes, segments, wild, lists.ofLeaf(leaf));
  });
  // The index of a method whose routes match no path has no leaves.
  const indexes = methodsByIndex(program).map((methods): IndexView => {
    return { methods, nodes: trees.get(methods.join()) ?? [createNode(null)] };
  });
  return { tables: tables.all, indexes, lists: lists.all, figures: program.figures };
}

function methodsByIndex<L extends Matchable>(program: Program<L>): string[][] {
  const groups = new Map<object, string[]>();
  for (const [method, index] of program.indexes()) {
    const known = groups.get(index);
    if (known) known.push(method);
    else groups.set(index, [method]);
  }
  return [...groups.values()];
}

class TableViews<L extends Matchable, Facts> {
  readonly all: TableView<Facts>[] = [];
  readonly #ids = new Map<TableRecord<L>, number>();
  readonly #factsOf: FactsOf<L, Facts>;

  constructor(factsOf: FactsOf<L, Facts>) {
    this.#factsOf = factsOf;
  }

  /** Adds a table and everything mounted in it. */
  add(root: TableRecord<L>): void {
    const tables = [root];
    this.#ids.set(root, 0);
    // Grows during the loop.
    for (const table of tables) {
      for (const { mount } of table.layers) {
        if (mount === null || this.#ids.has(mount)) continue;
        this.#ids.set(mount, tables.length);
        tables.push(mount);
      }
    }
    for (const table of tables) {
      const layers = table.layers.map((record) => this.#viewLayer(table, record));
      this.all.push({ mountEnds: table.dialect.mountEnds, layers });
    }
  }

  #viewLayer(table: TableRecord<L>, record: LayerRecord<L>): LayerView & Facts {
    const { path, methods, slash, options, foreign, mount } = record;
    return {
      path: pathText(path),
      methods,
      slash,
      sensitive: options.sensitive,
      strict: options.strict,
      pattern: foreign && !slash ? null : table.dialect.parse(path, options),
      mount: mount === null ? null : this.#ids.get(mount)!,
      ...this.#factsOf(record),
    };
  }
}

class ListViews<L extends Matchable> {
  readonly all: ListView[] = [];
  readonly #ids = new Map<string, number>();
  readonly #lists = new Map<DispatchList<L>, number>();

  ofLeaf({ plain, slashed }: Leaf<L>): LeafView {
    const id = plain === null ? null : this.#add(plain);
    return [id, slashed === plain ? id : slashed === null ? null : this.#add(slashed)];
  }

  #add(list: DispatchList<L>): number {
    const known = this.#lists.get(list) ?? this.#viewList(list);
    this.#lists.set(list, known);
    return known;
  }

  /** Recursive, at most as deep as mounts are flattened. */
  #viewList(list: DispatchList<L>): number {
    const shown: ListView = Array.from(list, ({ index, certainty, inner }) => {
      return [index, certainty, inner === null ? null : this.#add(inner.list)];
    });
    const key = JSON.stringify(shown);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#ids.set(key, this.all.length);
    return this.all.push(shown) - 1;
  }
}

function createNode(segment: Segment): NodeView {
  return { segment, leaf: null, wild: null, children: [] };
}

function placeLeaf(nodes: NodeView[], segments: readonly Segment[], wild: boolean, leaf: LeafView): void {
  let node = nodes[0]!;
  for (const segment of segments) {
    // Leaves come in depth-first order, so that only the last child can have the segment.
    const last = node.children.at(-1);
    let child = last === undefined ? undefined : nodes[last]!;
    if (child?.segment !== segment || last === undefined) {
      child = createNode(segment);
      node.children.push(nodes.push(child) - 1);
    }
    node = child!;
  }
  if (wild) node.wild = leaf;
  else node.leaf = leaf;
}
