/** Answers drawn from Content-Type headers, remembered: clients send the same few again and again. */
export class HeaderMemo<T> {
  readonly #answer: (header: string) => T;
  readonly #known = new Map<string, T>();
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
    if (known !== undefined || this.#known.has(header)) return known as T;
    const answer = this.#answer(header);
    // Headers are the client's to invent, so they may neither be many nor long.
    if (this.#known.size >= MOST_HEADERS) this.#known.clear();
    if (header.length <= LONGEST_HEADER) this.#known.set(header, answer);
    return answer;
  }
}

const MOST_HEADERS = 64;
const LONGEST_HEADER = 256;
