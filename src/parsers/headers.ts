import { Memo, ownText } from '../memo.js';

/** Caches what was computed from Content-Type headers: clients send the same few again and again. */
export class HeaderMemo<T extends object> {
  readonly #compute: (header: string) => T;
  readonly #known = new Memo<T>(64);
  #lastHeader: string | undefined;
  #lastAnswer!: T;

  constructor(compute: (header: string) => T) {
    this.#compute = compute;
  }

  get(header: string): T {
    return header === this.#lastHeader ? this.#lastAnswer : this.#lookUp(header);
  }

  #lookUp(header: string): T {
    const known = this.#known.get(header);
    return known === undefined ? this.#add(header) : known;
  }

  #add(header: string): T {
    const own = ownText(header);
    if (own === null) return this.#compute(header);
    // Of the copy: what is computed may refer to parts of the header.
    const answer = this.#compute(own);
    this.#known.set(own, answer);
    this.#lastHeader = own;
    this.#lastAnswer = answer;
    return answer;
  }
}
