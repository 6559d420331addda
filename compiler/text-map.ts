const NONE = -1;
const FEWEST_SLOTS = 8;
/** Differs from process to process, so that nobody can choose texts that collide. Odd, as other factors lose bits. */
const FACTOR = (Math.random() * 0x1_0000_0000) | 1;

/**
 * A map by text that is asked by a part of a longer text, such as a segment of a path. A Map would take a text of its own for
 * it, which V8 makes, hashes and looks for among all texts of the process: that takes ten times as long.
 */
export class TextMap<T> {
  readonly #texts: string[] = [];
  readonly #values: T[] = [];
  /** For each text the one before it in its slot, or NONE. */
  #previous: number[] = [];
  /** The last text of each slot, or NONE. */
  #slots = createSlots(FEWEST_SLOTS);
  /** The length of the longest text, and a bit for each length modulo 32 that a text has: other parts need not be hashed. */
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
    let index = this.#slots[hash(text, begin, end) & (this.#slots.length - 1)]!;
    for (; index !== NONE; index = this.#previous[index]!) {
      const known = this.#texts[index]!;
      if (known.length === length && text.startsWith(known, begin)) return this.#values[index];
    }
    return undefined;
  }

  /** Adds a text that is not there yet. */
  add(text: string, value: T): void {
    this.#values.push(value);
    this.#longest = Math.max(this.#longest, text.length);
    this.#lengths |= 1 << text.length;
    if (this.#texts.push(text) > this.#slots.length) this.#grow();
    else this.#fill(this.size - 1);
  }

  values(): Iterable<T> {
    return this.#values;
  }

  /** In the order in which they were added. */
  *[Symbol.iterator](): Generator<[text: string, value: T], void> {
    for (const [index, text] of this.#texts.entries()) yield [text, this.#values[index]!];
  }

  #grow(): void {
    this.#slots = createSlots(this.#slots.length * 2);
    this.#previous = [];
    for (let index = 0; index < this.size; index++) this.#fill(index);
  }

  #fill(index: number): void {
    const text = this.#texts[index]!;
    const slot = hash(text, 0, text.length) & (this.#slots.length - 1);
    this.#previous.push(this.#slots[slot]!);
    this.#slots[slot] = index;
  }
}

function createSlots(amount: number): Int32Array {
  return new Int32Array(amount).fill(NONE);
}

/** The upper bits depend on all characters, the lower ones on little of each. */
function hash(text: string, begin: number, end: number): number {
  let bits = end - begin;
  for (let i = begin; i < end; i++) bits = Math.imul(bits ^ text.charCodeAt(i), FACTOR);
  return bits ^ (bits >>> 15);
}
