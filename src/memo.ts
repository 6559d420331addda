/**
 * Remembers what was last asked for, in two generations of at most `limit` texts each: when the younger is full it
 * takes the place of the older, whose texts are forgotten unless they were asked for meanwhile.
 */
export class Memo<T> {
  readonly #limit: number;
  #young = new Map<string, T>();
  #old = new Map<string, T>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(text: string): T | undefined {
    const value = this.#young.get(text);
    return value === undefined ? this.#rejuvenate(text) : value;
  }

  set(text: string, value: T): void {
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, value);
  }

  #rejuvenate(text: string): T | undefined {
    const value = this.#old.get(text);
    if (value !== undefined) this.set(text, value);
    return value;
  }
}
