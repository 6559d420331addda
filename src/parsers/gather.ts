/** Smaller bodies are put together at their end, which is quicker and costs little memory: Node reads 64 KB at a time. */
const LARGE = 64 * 1024;

/** Puts the chunks of a body together, copying each byte once. A body of one chunk does not come here. */
export class Gather {
  /** Bytes expected, or null when the sender has not said. */
  declare private readonly length: number | null;
  declare private chunks: Buffer[];
  declare private whole: Buffer | null;
  declare private received: number;

  constructor(first: Buffer, length: number | null) {
    this.chunks = [first];
    this.received = first.length;
    this.length = length;
    this.whole = null;
  }

  add(chunk: Buffer): void {
    const before = this.received;
    this.received += chunk.length;
    if (this.whole !== null) {
      // Bytes past the announced end find no room; the body is refused for its size.
      chunk.copy(this.whole, before);
      return;
    }
    this.chunks.push(chunk);
    if (this.isDue()) this.allocate();
  }

  take(): Buffer {
    return this.whole ?? Buffer.concat(this.chunks, this.received);
  }

  /**
   * Writing a large body into its place as it comes saves holding it twice. But an announced length costs a client
   * nothing, so memory for the whole is set aside only once half of it has arrived.
   */
  private isDue(): boolean {
    const length = this.length;
    return length !== null && length >= LARGE && this.received <= length && this.received * 2 >= length;
  }

  private allocate(): void {
    this.whole = Buffer.allocUnsafeSlow(this.length!);
    let offset = 0;
    for (const chunk of this.chunks) {
      chunk.copy(this.whole, offset);
      offset += chunk.length;
    }
    this.chunks = [];
  }
}
