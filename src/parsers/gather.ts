/** Puts the chunks of a body together, copying no byte more than once and a body of one chunk not at all. */
export class Gather {
  /** Bytes expected, or null when the sender has not said. */
  readonly #length: number | null;
  #only: Buffer | null = null;
  #chunks: Buffer[] | null = null;
  #whole: Buffer | null = null;
  #received = 0;

  constructor(length: number | null) {
    this.#length = length;
  }

  add(chunk: Buffer): void {
    const before = this.#received;
    this.#received += chunk.length;
    if (this.#whole !== null) {
      this.#write(chunk, before);
    } else if (this.#only === null && this.#chunks === null) {
      this.#only = chunk;
    } else {
      this.#addLater(chunk);
    }
  }

  /** The body, and whether its memory is a copy, which nobody else can see. */
  take(): { body: Buffer; copied: boolean } {
    if (this.#only !== null) return { body: this.#only, copied: false };
    // More or less than announced is for the caller to refuse, so what arrived decides here.
    const body = this.#whole ?? Buffer.concat(this.#chunks ?? [], this.#received);
    return { body, copied: true };
  }

  #addLater(chunk: Buffer): void {
    this.#chunks ??= [this.#only!];
    this.#only = null;
    this.#chunks.push(chunk);
    // An announced length costs a client nothing: memory is set aside for the whole once half of it has arrived.
    if (this.#length !== null && this.#received <= this.#length && this.#received * 2 >= this.#length) {
      this.#allocate(this.#length);
    }
  }

  #allocate(length: number): void {
    this.#whole = Buffer.allocUnsafeSlow(length);
    let offset = 0;
    for (const chunk of this.#chunks!) {
      chunk.copy(this.#whole, offset);
      offset += chunk.length;
    }
    this.#chunks = null;
  }

  #write(chunk: Buffer, offset: number): void {
    // Bytes past the announced end find no room; the body is refused for its size.
    chunk.copy(this.#whole!, offset);
  }
}
