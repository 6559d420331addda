/** JSON bodies that are made to be searched for poisoned keys; they have 102 kB. */

export interface JsonBody {
  readonly name: string;
  readonly text: string;
  /** Whether it has the keys for which a body has to be searched. */
  readonly hasKeys: boolean;
}

const LENGTH = 102_000;
/** The keys `constructor` and `prototype`, which are only poisonous inside each other. */
const KEYS = '{"constructor":{},"prototype":1}';

export const BODIES: readonly JsonBody[] = [
  harmless('the word proto before empty arrays', list('"proto"', '[]')),
  harmless('the word __proto__ in each value', list('"__proto__"', '"__proto__"')),
  harmless('__proto__ with a quote before it as key', list('{"\\"__proto__":1}', '{"\\"__proto__":1}')),
  harmless('an escaped letter before empty arrays', list('"\\u00e9"', '[]')),
  harmless('a letter of __proto__ escaped in each value', list('"\\u0070"', '"\\u0070"')),
  harmless('a letter of __proto__ escaped before a long text', list('"\\u005f"', `"${'a'.repeat(LENGTH)}"`)),
  harmless('a long text with line breaks', list(`"${'a line of text\\n'.repeat(LENGTH / 16)}"`, '1')),
  harmless('a long text of backslashes', list(`"${'\\\\'.repeat(LENGTH / 2)}"`, '1')),
  harmless('a long text of escaped zeros', list(`"${'\\u0000'.repeat(LENGTH / 6)}"`, '1')),
  searched('the keys constructor and prototype before empty arrays', list(KEYS, '[]')),
  searched('the keys constructor and prototype before small objects', list(KEYS, '{"a":1}')),
  searched('the keys constructor and prototype before a long text', list(KEYS, `"${'a'.repeat(LENGTH)}"`)),
  searched('the keys constructor and prototype among many', many()),
];

function harmless(name: string, text: string): JsonBody {
  return { name, text, hasKeys: false };
}

function searched(name: string, text: string): JsonBody {
  return { name, text, hasKeys: true };
}

/** An array of the first value, and then the other one as often as there is space. */
function list(first: string, other: string): string {
  const count = Math.max(1, Math.floor((LENGTH - first.length) / (other.length + 1)));
  return `[${[first, ...Array(count).fill(other)].join()}]`;
}

function many(): string {
  const members = Array.from({ length: LENGTH / 12 }, (_, i) => `"k${10_000 + i}":[]`);
  return `{"constructor":{},"prototype":1,${members.join()}}`;
}
