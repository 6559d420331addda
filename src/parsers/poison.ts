/** Finds keys that would pollute prototypes when a parsed body is copied, by the rules of secure-json-parse. */
import { scan } from 'secure-json-parse';

export type PoisonAction = 'error' | 'remove' | 'ignore';

export interface PoisonActions {
  readonly protoAction: PoisonAction;
  readonly constructorAction: PoisonAction;
}

/**
 * For results of JSON.parse, in which no object occurs twice. `scan` is only called for objects with suspicious keys: it would take
 * several times as long as parsing to search them all.
 */
export function scanTree(value: object, actions: PoisonActions): unknown {
  const pending: any[] = [value];
  while (pending.length > 0) {
    const node = pending.pop();
    if (Array.isArray(node)) pushObjects(node, pending);
    else scanProperties(node, actions, pending);
  }
  return value;
}

/** A loop over indexes: `for...in` would create a string for each of them. */
function pushObjects(values: readonly unknown[], pending: unknown[]): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (typeof value === 'object' && value !== null) pending.push(value);
  }
}

/** V8 remembers the keys for `for...in`, but not for `Object.keys`. */
function scanProperties(node: any, actions: PoisonActions, pending: unknown[]): void {
  for (const key in node) {
    if (key === '__proto__' || key === 'constructor') scanObject(node, actions);
    const value = node[key];
    // Without the last condition, an object that users have added to Object.prototype would be found in itself again and again.
    if (typeof value === 'object' && value !== null && Object.hasOwn(node, key)) pending.push(value);
  }
}

/** For any value, including cyclic ones: each object is scanned once, without the objects inside it. */
export function scanGraph(value: object, actions: PoisonActions): unknown {
  const found = new Set<any>([value]);
  for (const node of found) {
    scanObject(node, actions);
    for (const key of Object.keys(node)) {
      const inner = node[key];
      if (typeof inner === 'object' && inner !== null) found.add(inner);
    }
  }
  return value;
}

/**
 * Scans a copy that has only the suspicious keys, then removes from the object what was removed from the copy. The copy inherits nothing:
 * `scan` would find an object that users have added to Object.prototype in itself, without end.
 */
function scanObject(node: any, actions: PoisonActions): void {
  const suspect = Object.create(null);
  if (Object.hasOwn(node, '__proto__')) Object.defineProperty(suspect, '__proto__', REMOVABLE);
  if (Object.hasOwn(node, 'constructor')) suspect.constructor = stubConstructor(node.constructor);
  scan(suspect, actions);
  for (const key of ['__proto__', 'constructor']) {
    if (Object.hasOwn(node, key) && !Object.hasOwn(suspect, key)) Reflect.deleteProperty(node, key);
  }
}

const REMOVABLE: PropertyDescriptor = { configurable: true, enumerable: true, value: null };

const STUB = Object.freeze(Object.assign(Object.create(null), { prototype: null }));

/** secure-json-parse only checks whether `constructor` is an object with a `prototype`. */
function stubConstructor(value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && Object.hasOwn(value, 'prototype') ? STUB : null;
}
