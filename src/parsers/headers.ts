import { Memo } from '../memo.js';

/** Caches what was computed from Content-Type headers: clients send the same few again and again. */
export class HeaderMemo<T extends object> {
  readonly #compute: (header: string) => T;
  // Clients choose the headers, so the number and the length of those cached are limited.
  readonly #known = new Memo<T>(64);
  #lastHeader: string | undefined;
  #lastAnswer!: T;

  constructor(answer: (header: string) => T) {
    this.#compute = answer;
  }

  get(header: string): T {
    if (header === this.#lastHeader) return this.#lastAnswer;
    const answer = this.#lookUp(header);
    this.#lastHeader = header;
    this.#lastAnswer = answer;
    return answer;
  }

  #lookUp(header: string): T {
    const known = this.#known.get(header);
    if (known !== undefined) return known;
    const answer = this.#compute(header);
    if (header.length <= LONGEST_HEADER) this.#known.set(header, answer);
    return answer;
  }
}

const LONGEST_HEADER = 256;
