/**
 * Finds keys that would pollute prototypes when a parsed body is copied, by the rules of secure-json-parse: first in the text, so that nearly
 * no body is searched, then in the parsed body.
 */
import { scan } from 'secure-json-parse';

// The text. Clients choose it: each of these tests reads it once, in at most a nanosecond or two for each character.

/** `__proto__`, or `prototype` and `constructor`. Invalid JSON may have more matches, but has thrown an error before. */
export function mayHavePoisonedKeys(text: string): boolean {
  const isEscaped = text.includes('\\') && ESCAPED_LETTER.test(text);
  if (!isEscaped && text.length <= SHORT && !SUSPICIOUS_STRING.test(text)) return false;
  if ((isEscaped || text.includes('"__proto__"')) && PROTO_KEY.test(text)) return true;
  return (
    (isEscaped || text.includes('"prototype"')) && PROTOTYPE_KEY.test(text) && CONSTRUCTOR_KEY.test(text)
  );
}

/**
 * Up to this length, one RegExp is used: for ordinary bodies it takes a quarter of the time of two searches for plain text. For
 * hostile ones it takes longer than these, up to two nanoseconds for each character, so long bodies are searched for plain text.
 */
const SHORT = 8192;
const SUSPICIOUS_STRING = /"(?:__proto__|prototype)"/;

/** The same for a body with a reviver, which may return other keys than the text has, such as those of a string that it parses as JSON. */
export function mayHavePoisonedWords(text: string): boolean {
  return POISONED_WORD.test(text);
}

const POISONED_WORD = /proto|\\u00[2-7]/;
/** Any letter of `__proto__` and `prototype`. */
const ESCAPED_LETTER = /\\u00(?:5[fF]|6[5fF]|7[0249])/;
const PROTO_KEY = keyOf('__proto__');
const PROTOTYPE_KEY = keyOf('prototype');
const CONSTRUCTOR_KEY = keyOf('constructor');

/** In valid JSON, a quote after one of these characters begins or ends a string. No string ends before a letter. */
function keyOf(name: string): RegExp {
  return new RegExp(`[{,\\s]"${Array.from(name, plainOrEscaped).join('')}"\\s*:`);
}

/** The escape comes first, because V8 then remembers no position to return to when it reads a plain letter. */
function plainOrEscaped(letter: string): string {
  const [high, low] = letter.charCodeAt(0).toString(16) as unknown as [string, string];
  return `(?:\\\\u00${high}[${low}${low.toUpperCase()}]|${letter})`;
}

// The parsed body

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
