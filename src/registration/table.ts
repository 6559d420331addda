import { compile as compileTable } from '../../compiler/compile.js';
import type { LayerRecord, TableRecord } from '../../compiler/ir.js';
import type { Figures, Program } from '../../compiler/program.js';
import type { FinderChoice } from '../../compiler/tree.js';
import type { Line } from '../lines/line.js';
import { kMountedApp, kPeekRouter, kTable } from '../symbols.js';
import { type LayerLike, SourcedLayer } from './layer.js';
import { Route } from './route.js';

/** Requests that a changed table answers by scanning before it is worth compiling again. */
const WARM_UP = 8;
/** A table that keeps changing is compiled ever more rarely, so that it never costs more than the scan. */
const MAX_WARM_UP = 4096;
/** Layers added behind a program are scanned; past this many, or this share of it, it is compiled again. */
const MAX_TAIL = 32;
const MAX_TAIL_SHARE = 0.25;

/** How dispatch finds layers; tests force each of the three ways. */
export type Engine = FinderChoice | 'scan';
let engine: Engine = 'auto';

/** For tests: makes every table answer by this engine, compiled at its first request. */
export function forceEngine(choice: Engine): void {
  engine = choice;
}

/** The layers of one router, watched, and the program they compile to. */
export class Table {
  readonly line: Line;
  /** Counts changes that a program cannot survive; appending is not one of them. */
  version = 0;
  /** Somebody has had the stack in hand, and may have changed a layer in it: look before the next program is used. */
  touched = false;
  #layers: LayerLike[] = [];
  #view: LayerLike[];
  /** Somebody put an array of their own in place, whose changes cannot be seen. */
  #foreign = false;
  #program: Program<LayerLike> | null = null;
  #requests = 0;
  #warmUp = WARM_UP;
  #stale = false;
  readonly #prototype: LayerLike;
  readonly #match: unknown;
  /** How many layers were no longer as they had been made when somebody last looked. */
  #changed = 0;
  /** What the program was made from. */
  #parts: readonly Part[] = [];

  constructor(line: Line) {
    this.line = line;
    this.#prototype = line.Layer.prototype;
    this.#match = this.#prototype.match;
    this.#view = this.#watch(this.#layers);
  }

  /** The array itself, for dispatch: it sees every change at once. */
  get layers(): LayerLike[] {
    return this.#layers;
  }

  /** The array that users see. */
  get view(): LayerLike[] {
    this.touched = true;
    return this.#view;
  }

  replace(layers: LayerLike[]): void {
    if (layers === this.#view) return;
    this.#layers = layers;
    this.#view = layers;
    this.#foreign = true;
    this.change();
  }

  append(layer: LayerLike): void {
    this.#layers.push(layer);
  }

  /** Something that a program relies on is no longer so. */
  change(): void {
    this.version++;
    this.#requests = 0;
    if (this.#program !== null) {
      this.#program = null;
      this.#warmUp = Math.min(this.#warmUp * 2, MAX_WARM_UP);
    }
  }

  /** A mounted router has changed since it was flattened into this program. */
  outdate(): void {
    this.#stale = true;
  }

  /** The program as it is, without any work on it. */
  get program(): Program<LayerLike> | null {
    return this.#program;
  }

  /** The program to dispatch by, or null while scanning is the better choice. */
  ready(): Program<LayerLike> | null {
    // Somebody who replaces how layers match wants to be asked for every layer.
    if (this.#prototype.match !== this.#match) return null;
    this.inspect();
    const program = this.#program;
    if (program !== null && !this.#stale && !this.hasLongTail(program.length)) return program;
    return this.#refresh();
  }

  /** Whether so many layers have been added behind the first `length` that scanning them is no longer cheap. */
  hasLongTail(length: number): boolean {
    const tail = this.#layers.length - length;
    return tail > MAX_TAIL && tail > length * MAX_TAIL_SHARE;
  }

  /** Compiles now, unless nothing has changed, here or in what is mounted here. */
  compile(): Figures {
    const program = this.#program;
    if (program !== null && this.#parts.every(isCurrent)) return program.figures;
    return this.#build().figures;
  }

  /** `known` holds the records of this walk: a router mounted many times is recorded once, and not within itself. */
  record(known: Map<Table, TableRecord<LayerLike> | null> = new Map()): TableRecord<LayerLike> {
    known.set(this, null);
    this.inspect();
    const { dialect } = this.line;
    const layers = this.#layers.map((layer) => recordOf(layer, this, known));
    const record = { owner: this, version: this.version, dialect, layers };
    known.set(this, record);
    return record;
  }

  /** Finds changes made to layers or routes by hand, if somebody has had the stack in hand. */
  inspect(): void {
    if (this.touched) this.#examine();
  }

  #examine(): void {
    this.touched = false;
    let changed = 0;
    for (const layer of this.#layers) if (!isIntact(layer)) changed++;
    if (changed === this.#changed) return;
    this.#changed = changed;
    this.change();
  }

  #refresh(): Program<LayerLike> | null {
    if (this.#foreign || engine === 'scan') return null;
    if (engine === 'auto' && ++this.#requests <= this.#warmUp) return this.#program;
    return this.#build();
  }

  #build(): Program<LayerLike> {
    this.#stale = false;
    this.#requests = 0;
    const records = new Map<Table, TableRecord<LayerLike>>();
    const program = compileTable(this.record(records), engine === 'scan' ? 'auto' : engine);
    this.#parts = [...records.values()].map(({ owner, version, layers }) => {
      return { table: owner as Table, version, length: layers.length };
    });
    if (!this.#foreign) this.#program = program;
    return program;
  }

  #watch(layers: LayerLike[]): LayerLike[] {
    return new Proxy(layers, {
      get: (target, key) => {
        // Whoever has kept the array may take a layer out of it at any time, and change that.
        this.touched = true;
        return Reflect.get(target, key);
      },
      set: (target, key, value) => {
        this.change();
        return Reflect.set(target, key, value);
      },
      deleteProperty: (target, key) => {
        this.change();
        return Reflect.deleteProperty(target, key);
      },
      defineProperty: (target, key, descriptor) => {
        this.change();
        return Reflect.defineProperty(target, key, descriptor);
      },
    });
  }
}

/** The table of a router of ours, or null. */
export function tableOf(value: unknown): Table | null {
  return typeof value === 'function' ? ((value as { [kTable]?: Table })[kTable] ?? null) : null;
}

/** A table as it was when it was compiled. */
export interface Part {
  readonly table: Table;
  readonly version: number;
  readonly length: number;
}

export function isCurrent({ table, version, length }: Part): boolean {
  table.inspect();
  return table.version === version && table.layers.length === length;
}

function isIntact(layer: LayerLike): boolean {
  return SourcedLayer.isIntact(layer) && (!layer.route || Route.isIntact(layer.route));
}

function recordOf(
  layer: LayerLike,
  table: Table,
  known: Map<Table, TableRecord<LayerLike> | null>,
): LayerRecord<LayerLike> {
  const source = SourcedLayer.sourceOf(layer);
  const methods = methodsOf(layer, table);
  const live = methods !== null && Route.isHandedOut(layer.route!);
  if (source === null)
    return {
      layer,
      path: undefined,
      options: PREFIX,
      foreign: true,
      slash: false,
      methods,
      live,
      mount: null,
    };
  const { path, options, slash, fn } = source;
  const mounted = methods === null ? mountedTable(fn) : null;
  const mount = mounted === null ? null : known.has(mounted) ? known.get(mounted)! : mounted.record(known);
  return { layer, path, options, foreign: false, slash, methods, live, mount };
}

const PREFIX = { end: false, strict: false, sensitive: false };

/** A route that is not one of this router's own may change unseen: it counts as handling every method. */
function methodsOf(layer: LayerLike, table: Table): readonly string[] | '*' | null {
  if (!layer.route) return null;
  return Route.compiledMethods(layer.route, table) ?? '*';
}

/** The table of the router or application that a handler is, or null. */
export function mountedTable(handler: unknown): Table | null {
  const app = (handler as { [kMountedApp]?: { [kPeekRouter]?: () => unknown } } | undefined)?.[kMountedApp];
  return tableOf(app === undefined ? handler : app[kPeekRouter]?.());
}
