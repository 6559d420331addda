import type { LayerLike } from '../contracts/layer.js';
import type { RouteLike } from '../contracts/route.js';
import { LayerState } from './layer.js';
import { type OriginalMethod, RouteState } from './route.js';

// Taken when loaded: tests of applications replace it later.
const { min } = Math;

/**
 * A request that enters a router checks this many of the escaped layers, in rotation. A check takes 13 ns on 5.x and 33 ns on
 * 4.x, and three times as long with 10,000 layers, which do not fit into a CPU cache: 16 checks cost less than the routing itself.
 */
const MAX_CHECKED = 16;
/** If no more layers than this have escaped, a request also checks them before each layer it runs. */
const MAX_CHECKED_BETWEEN_LAYERS = 8;

/** A layer, and the result of its last check. */
class EscapedLayer {
  declare readonly layer: LayerLike;
  declare isIntact: boolean;
  declare route: RouteLike | undefined;
  declare isRouteIntact: boolean;
  /** Whether users have read it since the last check. */
  declare isRecent: boolean;

  constructor(layer: LayerLike) {
    this.layer = layer;
    // The state at compile time, because users may have got the layer elsewhere and changed it since.
    this.isIntact = true;
    this.route = layer.route;
    this.isRouteIntact = true;
    this.isRecent = false;
  }

  checkChanged(method: OriginalMethod | null): boolean {
    const { layer } = this;
    this.isRecent = false;
    const isIntact = LayerState.isIntact(layer);
    const { route } = layer;
    const isRouteIntact = !route || RouteState.isIntact(route, method);
    if (isIntact === this.isIntact && route === this.route && isRouteIntact === this.isRouteIntact)
      return false;
    if (route && route !== this.route) RouteState.markEscaped(route);
    this.isIntact = isIntact;
    this.route = route;
    this.isRouteIntact = isRouteIntact;
    return true;
  }
}

/**
 * The layers that have escaped, because users have read them from `router.stack`. Users may change what such a layer matches, which
 * no proxy can detect. Dispatch checks the escaped layers in its list when it runs them. Layers that are not in the list may match more
 * than before, and are checked here: those that were read since the last check, because users have to read a layer before they change
 * it, and a limited number of the others for each request, so that the cost of a request does not grow with their number.
 */
export class EscapedLayers {
  readonly #method: OriginalMethod | null;
  #escaped: EscapedLayer[] = [];
  #recent: EscapedLayer[] = [];
  readonly #known = new Map<unknown, EscapedLayer>();
  readonly #stack: readonly LayerLike[];
  /** Where the next check continues. */
  #next = 0;

  constructor(method: OriginalMethod | null, stack: readonly LayerLike[]) {
    this.#method = method;
    this.#stack = stack;
  }

  get isEmpty(): boolean {
    return this.#escaped.length === 0;
  }

  add(layer: unknown): void {
    if (typeof layer !== 'object' || layer === null) return;
    let one = this.#known.get(layer);
    if (one === undefined) {
      // Keeps the list from growing if layers are added and removed all the time.
      if (this.#escaped.length > 2 * this.#stack.length + MAX_CHECKED) this.forgetAbsent();
      one = new EscapedLayer(layer as LayerLike);
      this.#known.set(layer, one);
      this.#escaped.push(one);
    }
    if (one.isRecent) return;
    one.isRecent = true;
    this.#recent.push(one);
    if (one.route) RouteState.markEscaped(one.route);
  }

  /** Checks some of the layers, and returns whether one of them has changed since its last check. */
  checkChanged(): boolean {
    if (this.#escaped.length <= MAX_CHECKED) return this.checkAllChanged();
    const changed = this.#recent.length > 0 && this.#checkRecent();
    return this.#check(MAX_CHECKED) || changed;
  }

  /** The same between two layers of a request: handlers may have changed a layer that is still ahead. */
  checkChangedBetweenLayers(): boolean {
    if (this.#escaped.length <= MAX_CHECKED_BETWEEN_LAYERS) return this.checkAllChanged();
    return this.#recent.length > 0 && this.#checkRecent();
  }

  checkAllChanged(): boolean {
    this.#recent.length = 0;
    return this.#check(this.#escaped.length);
  }

  #checkRecent(): boolean {
    const recent = this.#recent;
    // Skips layers that are added during the loop: an accessor that users have defined may read the stack.
    const count = recent.length;
    let changed = false;
    for (let i = 0; i < count; i++) if (recent[i]!.checkChanged(this.#method)) changed = true;
    if (recent.length === count) recent.length = 0;
    else recent.splice(0, count);
    return changed;
  }

  /** Checks up to `count` of them, starting where the last check ended. */
  #check(count: number): boolean {
    const escaped = this.#escaped;
    const method = this.#method;
    let changed = false;
    let next = this.#next;
    for (let left = min(count, escaped.length); left > 0; left--) {
      if (next >= escaped.length) next = 0;
      if (escaped[next++]!.checkChanged(method)) changed = true;
    }
    this.#next = next;
    return changed;
  }

  /** Forgets the layers that are no longer in the stack. */
  forgetAbsent(): void {
    if (this.isEmpty) return;
    const present = new Set<unknown>(this.#stack);
    this.#escaped = this.#escaped.filter(({ layer }) => present.has(layer));
    this.#recent = this.#recent.filter(({ layer }) => present.has(layer));
    this.#known.clear();
    for (const one of this.#escaped) this.#known.set(one.layer, one);
  }
}

/** Notified of changes to a stack; implemented by the table. */
export interface Tracker {
  invalidate(): void;
  /** Users have read this layer, and may change it later. */
  markEscaped(layer: unknown): void;
  /** The array may return a different layer each time it is read, because users have defined an accessor on it. */
  markUntracked(): void;
}

/** The array that users see as `router.stack`. It notifies the tracker of every change and of every layer that is read. */
export function trackLayers(layers: LayerLike[], tracker: Tracker): LayerLike[] {
  const view: LayerLike[] = new Proxy(layers, {
    get: (target, key) => {
      if (isHidden(target, key)) return undefined;
      const value = Reflect.get(target, key);
      tracker.markEscaped(value);
      return value;
    },
    has: (target, key) => !isHidden(target, key) && Reflect.has(target, key),
    ownKeys: (target) => Reflect.ownKeys(target).filter((key) => !isHidden(target, key)),
    getOwnPropertyDescriptor: (target, key) => {
      if (isHidden(target, key)) return undefined;
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
      tracker.markEscaped(descriptor?.value);
      return descriptor;
    },
    set: (target, key, value, receiver) => {
      // An object that inherits from the array gets an own property.
      if (receiver !== view) return Reflect.set(target, key, value, receiver);
      if (isHidden(target, key)) Reflect.deleteProperty(target, key);
      tracker.invalidate();
      tracker.markEscaped(value);
      return Reflect.set(target, key, value);
    },
    setPrototypeOf: (target, prototype) => {
      tracker.markUntracked();
      return Reflect.setPrototypeOf(target, prototype);
    },
    preventExtensions: (target) => {
      // Nothing may be hidden after that.
      if (isHidden(target, kInspect)) Reflect.deleteProperty(target, kInspect);
      return Reflect.preventExtensions(target);
    },
    deleteProperty: (target, key) => {
      tracker.invalidate();
      return Reflect.deleteProperty(target, key);
    },
    defineProperty: (target, key, descriptor) => {
      if (isHidden(target, key)) Reflect.deleteProperty(target, key);
      if ('value' in descriptor) tracker.invalidate();
      else tracker.markUntracked();
      tracker.markEscaped(descriptor.value);
      return Reflect.defineProperty(target, key, descriptor);
    },
  });
  targets.set(view, layers);
  Object.defineProperty(layers, kInspect, { configurable: true, writable: true, value: inspectLayers });
  return view;
}

/** The array behind the proxy, for users to whom the proxy is too slow. If the function was deleted, V8 would make the array slow as well. */
export function untrackLayers(layers: LayerLike[]): LayerLike[] {
  if (isProxied(layers)) Reflect.set(layers, kInspect, undefined);
  return layers;
}

/** Whether users see this array only through its proxy. */
export function isProxied(layers: LayerLike[]): boolean {
  return isHidden(layers, kInspect);
}

/*
 * Since Node 26 `console.log` shows that an array is a proxy, unless the array behind it has this function. Nobody but Node sees it
 * there.
 */
const kInspect = Symbol.for('nodejs.util.inspect.custom');
/** The arrays behind the proxies. */
const targets = new WeakMap<object, LayerLike[]>();

/** Called on the proxy, or on the array behind it, which Node then prints as any other. */
function inspectLayers(this: object, _depth: unknown, { showHidden }: { showHidden?: boolean }): object {
  const layers = targets.get(this);
  if (layers === undefined) return this;
  // The copy is without this function.
  return showHidden ? layers.slice() : layers;
}

function isHidden(layers: LayerLike[], key: unknown): boolean {
  return key === kInspect && (layers as any)[kInspect] === inspectLayers;
}
