/**
 * Finds out from the text of a JSON body whether it may have keys that poison prototypes, so that other bodies are not searched. Clients
 * choose the text: each of these tests reads it once, in at most a nanosecond or two for each character.
 */

/** `__proto__`, or `prototype` and `constructor`. Invalid JSON may have more matches, but has thrown an error before. */
export function mayHavePoisonedKeys(text: string): boolean {
  const isEscaped = ESCAPED_LETTER.test(text);
  // To search for plain text is faster than a RegExp, and enough for nearly all bodies.
  if ((isEscaped || text.includes('"__proto__"')) && PROTO_KEY.test(text)) return true;
  return (
    (isEscaped || text.includes('"prototype"')) && PROTOTYPE_KEY.test(text) && CONSTRUCTOR_KEY.test(text)
  );
}

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
