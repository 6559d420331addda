// Taken when loaded: tests of applications replace them later.
const { imul, max, random } = Math;
const NONE = -1;
/** Up to this many texts are compared one by one: most nodes of a trie have two or three children. */
const FEW = 4;
const FEWEST_SLOTS = 8;
/** Both are random for each process, so that clients cannot choose texts that share a slot. An even factor would lose bits. */
const FACTOR = randomBits() | 1;
const SEED = randomBits();
/** Derived from the golden ratio: spreads values that a poor random factor leaves close together. */
const LAST_FACTOR = 0x9e3779b1;

/**
 * A map whose keys are looked up by a part of a longer text, such as a segment of a path. A Map would need a separate string, which
 * V8 creates, hashes and looks up among all strings of the process: that takes several times as long.
 */
export class TextMap<T> {
  #texts: string[] = [];
  #values: T[] = [];
  /** The last text of each slot, or NONE; null for few texts. */
  #slots: Int32Array | null = null;
  /** For each text the one before it in its slot, or NONE; empty for few texts. */
  #previous: number[] = NO_NUMBERS;
  /** The length of the longest text, and a bit for the length (modulo 32) of each text: parts of any other length are not looked up. */
  #longest = 0;
  #lengths = 0;

  get size(): number {
    return this.#texts.length;
  }

  get(text: string): T | undefined {
    return this.find(text, 0, text.length);
  }

  /** The value of the part of `text` from `begin` to `end`. */
  find(text: string, begin: number, end: number): T | undefined {
    const length = end - begin;
    if (length > this.#longest || (this.#lengths & (1 << length)) === 0) return undefined;
    if (this.#slots === null) return this.#findAmongFew(text, begin, length);
    let index = this.#slots[hash(text, begin, end) & (this.#slots.length - 1)]!;
    for (; index !== NONE; index = this.#previous[index]!) {
      if (isPart(text, begin, length, this.#texts[index]!)) return this.#values[index];
    }
    return undefined;
  }

  #findAmongFew(text: string, begin: number, length: number): T | undefined {
    for (let index = 0; index < this.#texts.length; index++) {
      if (isPart(text, begin, length, this.#texts[index]!)) return this.#values[index];
    }
    return undefined;
  }

  /** The text must not be in the map yet. */
  add(text: string, value: T): void {
    this.#longest = max(this.#longest, text.length);
    this.#lengths |= 1 << text.length;
    if (this.size < FEW) {
      // `push` would allocate space for 16 more elements.
      this.#texts = [...this.#texts, text];
      this.#values = [...this.#values, value];
      return;
    }
    this.#texts.push(text);
    this.#values.push(value);
    if (this.#slots === null || this.size > this.#slots.length) this.#grow();
    else this.#fill(this.#slots, this.size - 1);
  }

  values(): Iterable<T> {
    return this.#values;
  }

  /** In the order in which they were added. */
  *[Symbol.iterator](): Generator<[text: string, value: T], void> {
    for (const [index, text] of this.#texts.entries()) yield [text, this.#values[index]!];
  }

  #grow(): void {
    const amount = this.#slots === null ? FEWEST_SLOTS : this.#slots.length * 2;
    this.#slots = new Int32Array(amount).fill(NONE);
    this.#previous = [];
    for (let index = 0; index < this.size; index++) this.#fill(this.#slots, index);
  }

  #fill(slots: Int32Array, index: number): void {
    const text = this.#texts[index]!;
    const slot = hash(text, 0, text.length) & (slots.length - 1);
    this.#previous.push(slots[slot]!);
    slots[slot] = index;
  }
}

const NO_NUMBERS: number[] = [];

function isPart(text: string, begin: number, length: number, known: string): boolean {
  return known.length === length && text.startsWith(known, begin);
}

function randomBits(): number {
  return (random() * 0x1_0000_0000) | 0;
}

/** Shifts after each character, not only at the end: with products alone, texts with certain patterns collide. */
function hash(text: string, begin: number, end: number): number {
  let bits = SEED;
  for (let i = begin; i < end; i++) {
    bits = imul(bits ^ text.charCodeAt(i), FACTOR);
    bits ^= bits >>> 15;
  }
  bits = imul(bits, LAST_FACTOR);
  return bits ^ (bits >>> 15);
}
