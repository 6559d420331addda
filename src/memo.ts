import { Buffer } from 'node:buffer';

/** Longer texts are not cached: clients must not control how much memory is used. */
export const MAX_TEXT = 256;

/**
 * A cache with two generations of at most `limit` short texts each. When the young one is full, it becomes the old one, and
 * the texts of the previous old one that have not been read since are dropped. It is bounded in bytes: at most twice `limit`
 * texts of at most MAX_TEXT bytes, none of which keeps a longer one alive.
 */
export class Memo<T> {
  readonly #limit: number;
  #young = new Map<string, T>();
  #old = new Map<string, T>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(text: string): T | undefined {
    return this.#young.get(text) ?? this.#promote(text);
  }

  /** The text must be a separate copy. */
  set(text: string, value: T): void {
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, value);
  }

  /** Reads a text of the old generation, which is already a copy. */
  #promote(text: string): T | undefined {
    const value = this.#old.get(text);
    const own = value === undefined ? null : ownText(text);
    if (own !== null) this.set(own, value!);
    return value;
  }
}

/**
 * The same text in separate memory; null if it is not worth caching. V8 represents a slice as a reference to the complete text,
 * which may be megabytes.
 */
export function ownText(text: string): string | null {
  if (text.length > MAX_TEXT || NOT_LATIN1.test(text)) return null;
  return Buffer.from(text, 'latin1').toString('latin1');
}

const NOT_LATIN1 = /[^\0-\xff]/;
