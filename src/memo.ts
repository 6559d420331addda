import { Buffer } from 'node:buffer';

/** Longer texts are not kept: what clients choose must not decide how much memory is used. */
export const MAX_TEXT = 256;

/**
 * A cache with two generations of at most `limit` short texts each. When the young one is full it becomes the old one,
 * and the texts of the former old one that were not read meanwhile are dropped. It is bounded in bytes: at most twice
 * `limit` texts of at most MAX_TEXT bytes, none of which keeps a longer one alive.
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

  /** The text has to be a copy of its own. */
  set(text: string, value: T): void {
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, value);
  }

  /** Reads a text of the old generation, of which there is a copy already. */
  #promote(text: string): T | undefined {
    const value = this.#old.get(text);
    const own = value === undefined ? null : ownText(text);
    if (own !== null) this.set(own, value!);
    return value;
  }
}

/**
 * The same text in memory of its own; null if it is not worth keeping. To V8 a part of a text is a reference into the whole
 * of it, which may be megabytes.
 */
export function ownText(text: string): string | null {
  if (text.length > MAX_TEXT || NOT_LATIN1.test(text)) return null;
  return Buffer.from(text, 'latin1').toString('latin1');
}

const NOT_LATIN1 = /[^\0-\xff]/;
