/** Finds keys that would pollute prototypes when a parsed body is copied, by the rules of secure-json-parse. */
import { scan } from 'secure-json-parse';

export type PoisonAction = 'error' | 'remove' | 'ignore';

export interface PoisonActions {
  readonly protoAction: PoisonAction;
  readonly constructorAction: PoisonAction;
}

/** For results of JSON.parse, in which no object occurs twice. */
export function scanTree(value: object, actions: PoisonActions): unknown {
  return scan(value, actions);
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

/** Scans a copy that has only the suspicious keys, then removes from the object what was removed from the copy. */
function scanObject(node: any, actions: PoisonActions): void {
  const suspect: any = {};
  if (Object.hasOwn(node, '__proto__')) Object.defineProperty(suspect, '__proto__', REMOVABLE);
  if (Object.hasOwn(node, 'constructor')) suspect.constructor = stubConstructor(node.constructor);
  scan(suspect, actions);
  for (const key of ['__proto__', 'constructor']) {
    if (Object.hasOwn(node, key) && !Object.hasOwn(suspect, key)) Reflect.deleteProperty(node, key);
  }
}

const REMOVABLE: PropertyDescriptor = { configurable: true, enumerable: true, value: null };

/** secure-json-parse only checks whether `constructor` is an object with a `prototype`. */
function stubConstructor(value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && Object.hasOwn(value, 'prototype') ? { prototype: null } : null;
}
