import { Memo } from '../memo.js';

/** Answers drawn from Content-Type headers, remembered: clients send the same few again and again. */
export class HeaderMemo<T extends object> {
  readonly #answer: (header: string) => T;
  // Headers are the client's to invent, so they may neither be many nor long.
  readonly #known = new Memo<T>(64);
  #lastHeader: string | undefined;
  #lastAnswer!: T;

  constructor(answer: (header: string) => T) {
    this.#answer = answer;
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
    const answer = this.#answer(header);
    if (header.length <= LONGEST_HEADER) this.#known.set(header, answer);
    return answer;
  }
}

const LONGEST_HEADER = 256;
