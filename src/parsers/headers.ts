/** Reads the headers Content-Type and Content-Length for the parsers. */
import { NO_DIGITS, readDigits } from '../digits.js';
import { Memo, ownText } from '../memo.js';

/** Caches results by Content-Type header: clients keep sending the same few. */
export class HeaderMemo<T extends object> {
  readonly #compute: (header: string) => T;
  readonly #known = new Memo<T>(64);
  #lastHeader: string | undefined;
  #lastResult!: T;

  constructor(compute: (header: string) => T) {
    this.#compute = compute;
  }

  get(header: string): T {
    return header === this.#lastHeader ? this.#lastResult : this.#lookUp(header);
  }

  #lookUp(header: string): T {
    const known = this.#known.get(header);
    return known === undefined ? this.#add(header) : known;
  }

  #add(header: string): T {
    const own = ownText(header);
    if (own === null) return this.#compute(header);
    // Computed from the copy, because the result may refer to parts of the header.
    const result = this.#compute(own);
    this.#known.set(own, result);
    this.#lastHeader = own;
    this.#lastResult = result;
    return result;
  }
}

/** A type without parameters, wildcards or suffixes, as most clients send. No library has to be loaded to match it. */
const PLAIN = /^[a-z]+\/[a-z-]+$/;

/** Whether a header is exactly the expected type. */
export function isSameType(header: string | undefined, types: unknown): boolean {
  return header !== undefined && header === types && PLAIN.test(header);
}

export function hasParameters(header: string): boolean {
  return header.includes(';');
}

/** Whether body-parser accepts a header as a length: it has to be a number; a BigInt throws. */
export function isLength(header: unknown): boolean {
  return readDigits(header) !== NO_DIGITS || !Number.isNaN(+(header as string));
}

/** The header as a number; null if there is none. */
export function lengthOf(header: string | undefined): number | null {
  const digits = readDigits(header);
  if (digits !== NO_DIGITS) return digits;
  return header == null || Number.isNaN(Number(header)) ? null : Number.parseInt(header, 10);
}
