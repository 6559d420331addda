/** Smaller bodies are concatenated once they are complete, which is faster and takes little memory. Node reads 64 KB at a time. */
const LARGE = 64 * 1024;

/** Concatenates the chunks of a body, copying each byte once. Only created for bodies of two chunks or more. */
export class ChunkBuffer {
  /** Content-Length, or null. */
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
      // `copy` drops bytes beyond Content-Length; the body is then rejected for its size.
      chunk.copy(this.whole, before);
      return;
    }
    this.chunks.push(chunk);
    if (this.shouldAllocate()) this.allocate();
  }

  concat(): Buffer {
    return this.whole ?? Buffer.concat(this.chunks, this.received);
  }

  /**
   * A large body is copied into one buffer as it arrives, so that it is not held in memory twice. A client can claim any
   * length, so the buffer is allocated only once half of the body has arrived.
   */
  private shouldAllocate(): boolean {
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
