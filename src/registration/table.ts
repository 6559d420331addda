import { compileInSteps } from '../../compiler/compile.js';
import type { TableRecord } from '../../compiler/ir.js';
import type { Figures, Program } from '../../compiler/program.js';
import { runToEnd, type Steps } from '../../compiler/steps.js';
import { buildTrees, canUseTrees, type FinderChoice } from '../../compiler/tree.js';
import type { LayerLike } from '../contracts/layer.js';
import type { RouterLike } from '../contracts/router.js';
import type { Line } from '../lines/line.js';
import { loadPackagesSoon } from '../packages.js';
import { setTimeout } from '../timers.js';
import { EscapedLayers, isProxied, trackLayers, untrackLayers } from './escaped.js';
import { EscapedRoutes } from './escaped-routes.js';
import { handlersOf, type LayerHandlers, LayerState } from './layer.js';
import { mountedRecordable, recordableOf, recordInSteps } from './record.js';
import { type OriginalMethod, RouteState } from './route.js';
import { Schedule } from './schedule.js';
import { SlicedWork } from './slices.js';
import { REQUESTS_PER_LOOK, StackReads } from './stack-reads.js';

/**
 * How long a server listens before its routes are compiled, in milliseconds. By then, a process that is started for a single response
 * has sent it; compiling first would have doubled its time.
 */
const REST_BEFORE_COMPILING = 250;
/** Layers added after compiling are scanned. If they exceed this number and this share, the table is compiled again. */
const MAX_TAIL = 32;
const MAX_TAIL_SHARE = 0.25;
/** After this many requests, find-my-way trees are built for a program: they find leaves faster, but take long to build. */
const REQUESTS_BEFORE_TREES = 1000;

const { push: arrayPush } = Array.prototype;

/** How dispatch finds layers. */
export type Engine = FinderChoice | 'scan';
let engine: Engine = 'auto';

/** For tests: all tables use this engine, and are compiled at their first request. */
export function forceEngine(choice: Engine): void {
  engine = choice;
}

/**
 * The layers of one router, tracked for changes, and the program compiled from them. record.ts makes the compiler's input,
 * slices.ts runs the compiler between requests, escaped.ts and escaped-routes.ts notice what users do to the stack.
 */
export class Table {
  readonly line: Line;
  /** Counts the changes that make a program wrong. Appending a layer does not. */
  version = 0;
  /** Whether one of the layers has escaped to users. */
  hasEscaped = false;
  readonly #ownLayers: LayerLike[] = [];
  readonly #ownView: LayerLike[];
  readonly #reads = new StackReads();
  #requests = 0;
  readonly #escaped: EscapedLayers;
  readonly #escapedRoutes = new EscapedRoutes();
  /** The layers in use, and the array that users see. */
  #layers: LayerLike[] = this.#ownLayers;
  #view: LayerLike[];
  /**
   * The layers are in an array that users have assigned to `router.stack`, or have got instead of the proxy. Changes to it are not
   * detected.
   */
  #foreign = false;
  /** Users have defined an accessor on the stack, or may have done so on its prototype. */
  #hasAccessors = false;
  #program: Program<LayerLike> | null = null;
  readonly #schedule = new Schedule();
  #stale = false;
  readonly #layerPrototype: LayerLike;
  readonly #originalMatch: unknown;
  readonly #handlers: LayerHandlers | undefined;
  /** The original method with which the line's layers run their handlers. */
  readonly originalRequestMethod: unknown;
  readonly #originalMethod: OriginalMethod | null;
  /** Null if the layers are not those of one router. */
  readonly router: RouterLike | null;
  /** The `handle` of the line's routers; null if dispatch has to call it. */
  readonly originalHandle: unknown;
  #areAllEscaped = false;
  /** The tables that are compiled into the program: this one and those mounted in it. */
  #compiledTables: readonly CompiledTable[] = [];
  /** The compilation, or the building of trees, that is in progress. */
  #compilation: SlicedWork<any> | null = null;
  /** Requests until find-my-way trees are built; 0 if none will be built. */
  #requestsUntilTrees = 0;

  constructor(line: Line, router: RouterLike | null = null, originalHandle: unknown = null) {
    this.line = line;
    this.router = router;
    this.originalHandle = originalHandle;
    this.#layerPrototype = line.Layer.prototype;
    this.#originalMatch = this.#layerPrototype.match;
    this.#handlers = handlersOf(this.#layerPrototype);
    this.originalRequestMethod = this.#handlers?.request;
    this.#originalMethod = RouteState.originalMethodOf(line);
    this.#escaped = new EscapedLayers(this.#originalMethod, this.#ownLayers);
    this.#ownView = trackLayers(this.#ownLayers, this);
    this.#view = this.#ownView;
  }

  /** For dispatch: the target of the proxy. */
  get layers(): LayerLike[] {
    return this.#layers;
  }

  /** Whether users have their own array as `router.stack`, or ours without its proxy. */
  get isForeign(): boolean {
    return this.#foreign;
  }

  /** Whether changes to the stack are detected; if not, it is scanned. */
  get isTracked(): boolean {
    return !this.#foreign && !this.#hasAccessors;
  }

  /** The array that users see as `router.stack`. */
  get view(): LayerLike[] {
    return this.#view;
  }

  /** Called when users have assigned an array to `router.stack`: their own, or the view again. */
  replaceLayers(layers: LayerLike[]): void {
    if (layers === this.#view) return;
    // Users may have kept our array, and change it later.
    const isOwn = layers === this.#ownView;
    this.#foreign = !isOwn || !isProxied(this.#ownLayers);
    this.#layers = isOwn ? this.#ownLayers : layers;
    this.#view = layers;
    this.invalidate();
  }

  /** Called when a layer escapes, because users have read it from the stack: they may change it later. */
  markEscaped(layer: unknown): void {
    this.#reads.count();
    this.#escaped.add(layer);
    this.hasEscaped = !this.#escaped.isEmpty;
  }

  /** Called by a route that users have got. */
  keepEscapedRoute(route: RouteState, isNew: boolean): void {
    // If routes are added and removed all the time, no more are kept than the stack has at a time.
    if (isNew && this.#escapedRoutes.size > 2 * this.#layers.length + MAX_TAIL) this.#forgetAbsentRoutes();
    this.#escapedRoutes.add(route, isNew);
  }

  #forgetAbsentRoutes(): void {
    if (this.#escapedRoutes.size > 0)
      this.#escapedRoutes.forgetAbsent(new Set(Array.from(this.#layers, (layer) => layer?.route)));
  }

  /** Whether a layer still matches what it was compiled for. Users can change a layer only if one has escaped. */
  isUnchanged(layer: LayerLike): boolean {
    return !this.hasEscaped || LayerState.isIntact(layer);
  }

  appendLayer(layer: LayerLike): void {
    // If users have patched the `push` of the stack, it is called on the proxy.
    if (this.#layers.push === arrayPush) arrayPush.call(this.#layers, layer);
    else this.#view.push(layer);
    if (this.#areAllEscaped) this.markEscaped(layer);
  }

  /** Called when layers escape in another way: a patched `handle_request` is called on each of them. */
  markAllEscaped(): void {
    if (this.#areAllEscaped) return;
    this.#areAllEscaped = true;
    for (const layer of this.#layers) this.markEscaped(layer);
  }

  /** Drops the program, which is wrong after a change to the layers or to the methods of a route. */
  invalidate(): void {
    this.version++;
    this.#schedule.restart();
    if (this.#program === null && this.#compilation === null) return;
    this.#program = null;
    this.#cancelCompilation();
  }

  markUntracked(): void {
    this.#hasAccessors = true;
    this.invalidate();
  }

  /** Called when a mounted router has changed, or has got many more layers, since it was compiled into this program. */
  markStale(): void {
    this.#stale = true;
  }

  /** The current program; null if there is none. Compiles nothing. */
  get program(): Program<LayerLike> | null {
    return this.#program;
  }

  /** Called for each request. Returns the program, or null if dispatch has to scan the stack. Starts compiling if that is due. */
  getProgram(): Program<LayerLike> | null {
    if (++this.#requests >= REQUESTS_PER_LOOK) this.#lookAtReads();
    // Only a scan calls a patched `match` of layers or `_handlesMethod` of routes.
    if (this.#layerPrototype.match !== this.#originalMatch || !this.#hasOriginalMethod()) return null;
    if (this.#handlers?.areOriginal() === false) this.markAllEscaped();
    this.checkEscaped();
    const program = this.#program;
    if (program === null || this.#stale || this.hasLongTail(program.length)) return this.#updateProgram();
    if (this.#requestsUntilTrees > 0 && --this.#requestsUntilTrees === 0) this.#buildTrees(program);
    return program;
  }

  /** Also at those of mounted routers, which requests enter without a look at their tables. */
  #lookAtReads(): void {
    this.#requests = 0;
    const tables = this.#program === null ? [this] : this.#compiledTables.map(({ table }) => table);
    for (const table of tables) if (table.#reads.areMost(table.layers.length)) table.#removeProxy();
  }

  /** Users get the array behind the proxy. From now on it is scanned, which costs less than to read all of it through the proxy. */
  #removeProxy(): void {
    const { router } = this;
    if (router === null || !Reflect.getOwnPropertyDescriptor(router, 'stack')?.writable) return;
    if (router.stack !== this.#ownView) return;
    router.stack = this.#view = untrackLayers(this.#ownLayers);
    this.#foreign = true;
    this.invalidate();
  }

  #hasOriginalMethod(): boolean {
    const method = this.#originalMethod;
    return method === null || method.prototype[method.name] === method.original;
  }

  /** Whether there are too many layers to scan after the first `length`. */
  hasLongTail(length: number): boolean {
    const tail = this.#layers.length - length;
    return tail > MAX_TAIL && tail > length * MAX_TAIL_SHARE;
  }

  /** Compiles synchronously, including trees, unless the program is complete and up to date. */
  compile(): Figures {
    const program = this.#program;
    if (program !== null && this.#requestsUntilTrees === 0 && this.#compilation === null && this.#isCurrent())
      return program.figures;
    return this.#compileNow().figures;
  }

  /** Compiles in slices that all run in timers. */
  startCompiling(): void {
    loadPackagesSoon();
    if (engine !== 'auto') this.compile();
    else if (this.#compilation === null && (this.#program === null || !this.#isCurrent())) {
      if (this.#schedule.hasTimeLeft()) this.#compileInSlices(true);
    }
  }

  /** Called when a server starts to listen: compiles soon, unless enough requests arrive earlier to start it. */
  prepareCompiling(): void {
    if (engine !== 'auto') {
      this.compile();
      return;
    }
    // A weak reference, so that an application that is no longer used can be garbage collected.
    const table = new WeakRef(this);
    setTimeout(() => table.deref()?.startCompiling(), REST_BEFORE_COMPILING).unref();
  }

  record(): TableRecord<LayerLike> {
    return runToEnd(recordInSteps(this, () => true)).get(this)!;
  }

  /** For each request: invalidates the table if one of the checked escaped layers and routes has changed. */
  checkEscaped(): void {
    if (this.#escapedRoutes.checkChanged()) this.invalidate();
    if (this.hasEscaped && this.#escaped.checkChanged()) this.invalidate();
  }

  /** The same, between two layers of a request. */
  checkEscapedBetweenLayers(): void {
    if (this.#escaped.checkChangedBetweenLayers()) this.invalidate();
  }

  /** The same for all escaped layers and routes, before the table is recorded. */
  checkAllEscaped(): void {
    if (this.#escapedRoutes.checkAllChanged()) this.invalidate();
    if (this.hasEscaped && this.#escaped.checkAllChanged()) this.invalidate();
  }

  #updateProgram(): Program<LayerLike> | null {
    if (!this.isTracked || engine === 'scan') return null;
    if (engine !== 'auto') return this.#compileNow();
    if (this.#compilation === null && this.#schedule.isDue()) this.#compileInSlices();
    return this.#program;
  }

  /** For a small table, the first slice is enough. */
  #compileInSlices(later = false): void {
    loadPackagesSoon();
    this.checkAllEscaped();
    this.#stale = false;
    const onDone = (program: Program<LayerLike> | null) => {
      this.#compilation = null;
      // The compiler has thrown: the table is scanned, and compiled again only after many requests.
      if (program === null) this.#schedule.postpone();
      else if (canUseTrees(program, 'auto')) this.#requestsUntilTrees = REQUESTS_BEFORE_TREES;
    };
    this.#compilation = new SlicedWork(this.#compileInSteps(), onDone, this.#schedule.start());
    if (later) this.#compilation.scheduleSlice();
    else this.#compilation.runSlice();
  }

  /** Replaces the program with one that finds the same leaves with find-my-way trees. */
  #buildTrees(program: Program<LayerLike>): void {
    if (this.#compilation !== null) return;
    this.#compilation = new SlicedWork(buildTrees(program, 'auto'), (upgraded) => {
      this.#compilation = null;
      if (upgraded !== null) this.#program = upgraded;
    });
    this.#compilation.scheduleSlice();
  }

  #compileNow(): Program<LayerLike> {
    this.#cancelCompilation();
    this.checkAllEscaped();
    this.#stale = false;
    this.#schedule.restart();
    const choice = engine === 'scan' ? 'auto' : engine;
    const program = runToEnd(this.#compileInSteps());
    if (!canUseTrees(program, choice)) return program;
    const upgraded = runToEnd(buildTrees(program, choice));
    if (this.#program === program) this.#program = upgraded;
    return upgraded;
  }

  *#compileInSteps(): Steps<Program<LayerLike>> {
    this.#escaped.forgetAbsent();
    this.#forgetAbsentRoutes();
    this.hasEscaped = !this.#escaped.isEmpty;
    const records = yield* recordInSteps(this, ({ isTracked }) => isTracked);
    const record = records.get(this)!;
    const program = yield* compileInSteps(record);
    // A step may have caused a change, through an accessor that users have defined.
    if (!this.isTracked || record.version !== this.version) return program;
    this.#requestsUntilTrees = 0;
    this.#compiledTables = [...records.values()].map(({ owner, version, layers }) => {
      return { table: owner as Table, version, length: layers.length };
    });
    this.#program = program;
    return program;
  }

  #cancelCompilation(): void {
    this.#compilation?.cancel();
    this.#compilation = null;
    this.#requestsUntilTrees = 0;
  }

  #isCurrent(): boolean {
    for (const { table } of this.#compiledTables) table.checkAllEscaped();
    return this.#compiledTables.every(isCurrent);
  }
}

/** The table of a maglev router, or null for all other values. */
export function tableOf(value: unknown): Table | null {
  return recordableOf(value) as Table | null;
}

/** The table of a handler that is a router or an application, or null. */
export function mountedTable(handler: unknown): Table | null {
  return mountedRecordable(handler) as Table | null;
}

/** A table, with its version and number of layers when it was compiled. */
export interface CompiledTable {
  readonly table: Table;
  readonly version: number;
  readonly length: number;
}

export function isCurrent({ table, version, length }: CompiledTable): boolean {
  table.checkEscaped();
  return table.version === version && table.layers.length === length;
}
