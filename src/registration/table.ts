import { compileInSteps } from '../../compiler/compile.js';
import type { TableRecord } from '../../compiler/ir.js';
import type { Figures, Program } from '../../compiler/program.js';
import { runToEnd, type Steps } from '../../compiler/steps.js';
import { canPlant, type FinderChoice, plantTrees } from '../../compiler/tree.js';
import type { LayerLike } from '../contracts/layer.js';
import type { Line } from '../lines/line.js';
import { HeldLayers } from './held.js';
import { SourcedLayer } from './layer.js';
import { mountedIn, recordedOf, recordInSteps } from './record.js';
import { Route, type Seal } from './route.js';
import { Slices } from './slices.js';
import { watchLayers } from './watch.js';

/** Requests that a changed table answers by scanning before it is worth compiling again. */
const WARM_UP = 8;
/** A table that keeps changing is compiled ever more rarely, so that it never costs more than the scan. */
const MAX_WARM_UP = 4096;
/** Layers added behind a program are scanned; past this many, or this share of it, it is compiled again. */
const MAX_TAIL = 32;
const MAX_TAIL_SHARE = 0.25;
/** Requests by which a program has shown that faster lookups are worth the time it takes to prepare them. */
const REQUESTS_BEFORE_TREES = 1000;

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
  /** Whether somebody has got one of the layers. */
  isHeld = false;
  readonly #own: LayerLike[] = [];
  readonly #ownView: LayerLike[];
  readonly #held = new HeldLayers();
  /** The array itself, and what users see of it. */
  #layers: LayerLike[] = this.#own;
  #view: LayerLike[];
  /** Somebody put an array of their own in place, whose changes cannot be seen. */
  #foreign = false;
  #program: Program<LayerLike> | null = null;
  #requests = 0;
  #warmUp = WARM_UP;
  #stale = false;
  readonly #prototype: LayerLike;
  readonly #match: unknown;
  readonly #seal: Seal | null;
  /** What the program was made from. */
  #parts: readonly Part[] = [];
  /** The compilation that is under way. */
  #slices: Slices<any> | null = null;
  /** Requests until the program gets its second tier; 0 when there is none to get. */
  #untilTrees = 0;

  constructor(line: Line) {
    this.line = line;
    this.#prototype = line.Layer.prototype;
    this.#match = this.#prototype.match;
    this.#seal = Route.sealOf(line);
    this.#ownView = watchLayers(this.#own, this);
    this.#view = this.#ownView;
  }

  /** The array itself, for dispatch: it sees every change at once. */
  get layers(): LayerLike[] {
    return this.#layers;
  }

  /** Whether the array is one that somebody else has made. */
  get isForeign(): boolean {
    return this.#foreign;
  }

  /** The array that users see. */
  get view(): LayerLike[] {
    return this.#view;
  }

  /** Somebody has put another array in the place of the view, or the view back. */
  replace(layers: LayerLike[]): void {
    if (layers === this.#view) return;
    this.#foreign = layers !== this.#ownView;
    this.#layers = this.#foreign ? layers : this.#own;
    this.#view = layers;
    this.change();
  }

  /** Somebody has got this layer, and may change it at any time later. */
  hold(layer: unknown): void {
    this.#held.add(layer);
    this.isHeld = !this.#held.isEmpty;
  }

  /** Whether a layer matches as the program has it: nobody can have changed it, or nobody has. */
  trusts(layer: LayerLike): boolean {
    return !this.isHeld || SourcedLayer.isIntact(layer);
  }

  append(layer: LayerLike): void {
    this.#layers.push(layer);
  }

  /** Something that a program relies on is no longer so. */
  change(): void {
    this.version++;
    this.#requests = 0;
    if (this.#program === null && this.#slices === null) return;
    this.#program = null;
    this.#cancel();
    this.#warmUp = Math.min(this.#warmUp * 2, MAX_WARM_UP);
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
    // Somebody who replaces how layers match, or what routes say of their methods, wants to be asked for each of them.
    if (this.#prototype.match !== this.#match || !this.#isSealed()) return null;
    this.inspect();
    const program = this.#program;
    if (program === null || this.#stale || this.hasLongTail(program.length)) return this.#refresh();
    if (this.#untilTrees > 0 && --this.#untilTrees === 0) this.#plant(program);
    return program;
  }

  #isSealed(): boolean {
    const seal = this.#seal;
    return seal === null || seal.prototype[seal.name] === seal.original;
  }

  /** Whether so many layers have been added behind the first `length` that scanning them is no longer cheap. */
  hasLongTail(length: number): boolean {
    const tail = this.#layers.length - length;
    return tail > MAX_TAIL && tail > length * MAX_TAIL_SHARE;
  }

  /** Compiles now, all of it, unless nothing has changed, here or in what is mounted here. */
  compile(): Figures {
    const program = this.#program;
    if (program !== null && this.#untilTrees === 0 && this.#slices === null && this.#isCurrent())
      return program.figures;
    return this.#build().figures;
  }

  /** Compiles as much as can be done in no time, and the rest later, or all of it later: nobody has to wait for it. */
  prepare(later = false): void {
    if (engine !== 'auto') this.compile();
    else if (this.#slices === null && (this.#program === null || !this.#isCurrent())) this.#begin(later);
  }

  record(): TableRecord<LayerLike> {
    return runToEnd(recordInSteps(this)).get(this)!;
  }

  /** Finds changes made to layers by those who have got them. */
  inspect(): void {
    if (this.isHeld && this.#held.haveChanged()) this.change();
  }

  #refresh(): Program<LayerLike> | null {
    if (this.#foreign || engine === 'scan') return null;
    if (engine !== 'auto') return this.#build();
    if (this.#slices === null && ++this.#requests > this.#warmUp) this.#begin();
    return this.#program;
  }

  /** Compiles in slices, the first of them right now unless it is to come later: a small table is done with that. */
  #begin(later = false): void {
    this.inspect();
    this.#stale = false;
    this.#requests = 0;
    this.#slices = new Slices(this.#buildInSteps(), (program) => {
      this.#slices = null;
      // What cannot be compiled is scanned; trying it again and again would help nobody.
      if (program === null) this.#warmUp = MAX_WARM_UP;
      else if (canPlant(program, 'between')) this.#untilTrees = REQUESTS_BEFORE_TREES;
    });
    if (later) this.#slices.rest();
    else this.#slices.work();
  }

  /** The second tier: the same program with lookups that take longer to prepare. */
  #plant(program: Program<LayerLike>): void {
    if (this.#slices !== null) return;
    this.#slices = new Slices(plantTrees(program, 'between'), (planted) => {
      this.#slices = null;
      if (planted !== null) this.#program = planted;
    });
    this.#slices.rest();
  }

  #build(): Program<LayerLike> {
    this.#cancel();
    this.inspect();
    this.#stale = false;
    this.#requests = 0;
    const choice = engine === 'scan' ? 'auto' : engine;
    let program = runToEnd(this.#buildInSteps());
    if (canPlant(program, choice)) program = runToEnd(plantTrees(program, choice));
    if (!this.#foreign) this.#program = program;
    return program;
  }

  *#buildInSteps(): Steps<Program<LayerLike>> {
    this.#held.keepOnly(this.#layers);
    this.isHeld = !this.#held.isEmpty;
    const records = yield* recordInSteps(this);
    const program = yield* compileInSteps(records.get(this)!);
    this.#untilTrees = 0;
    this.#parts = [...records.values()].map(({ owner, version, layers }) => {
      return { table: owner as Table, version, length: layers.length };
    });
    if (!this.#foreign) this.#program = program;
    return program;
  }

  #cancel(): void {
    this.#slices?.cancel();
    this.#slices = null;
    this.#untilTrees = 0;
  }

  #isCurrent(): boolean {
    return this.#parts.every(isCurrent);
  }
}

/** The table of a router of ours, or null. */
export function tableOf(value: unknown): Table | null {
  return recordedOf(value) as Table | null;
}

/** The table of the router or application that a handler is, or null. */
export function mountedTable(handler: unknown): Table | null {
  return mountedIn(handler) as Table | null;
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
