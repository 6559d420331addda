/**
 * A cache with two generations of at most `limit` texts each. When the young one is full it becomes the old one, and the
 * texts of the former old one that were not read meanwhile are dropped.
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
    return value === undefined ? this.#promote(text) : value;
  }

  set(text: string, value: T): void {
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, value);
  }

  #promote(text: string): T | undefined {
    const value = this.#old.get(text);
    if (value !== undefined) this.set(text, value);
    return value;
  }
}
