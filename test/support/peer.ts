/** A client that sends the given bytes unchanged and reports the received bytes unchanged. */
import { once } from 'node:events';
import net from 'node:net';

export class Peer {
  readonly #socket: net.Socket;
  readonly #chunks: Buffer[] = [];
  readonly #closed: Promise<void>;

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    // Some faults end in a connection reset. The bytes before it are what the tests compare.
    socket.on('error', () => {});
    socket.on('data', (chunk) => this.#chunks.push(chunk));
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  static async connect(port: number, options: Partial<net.TcpNetConnectOpts> = {}): Promise<Peer> {
    const socket = net.connect({ port, host: '127.0.0.1', ...options });
    await once(socket, 'connect');
    return new Peer(socket);
  }

  get received(): string {
    return Buffer.concat(this.#chunks).toString('latin1');
  }

  write(bytes: string | Buffer): this {
    this.#socket.write(bytes, 'latin1' as BufferEncoding);
    return this;
  }

  /** Waits until these bytes have arrived or the connection is closed. */
  async until(text: string): Promise<this> {
    while (!this.received.includes(text) && !this.#socket.closed) {
      await Promise.race([once(this.#socket, 'data'), this.#closed]);
    }
    return this;
  }

  /** Stops reading, which applies backpressure to the sender. */
  stall(): this {
    this.#socket.pause();
    return this;
  }

  /** Half-closes the connection. */
  end(): this {
    this.#socket.end();
    return this;
  }

  leave(): this {
    this.#socket.destroy();
    return this;
  }

  reset(): this {
    this.#socket.resetAndDestroy();
    return this;
  }

  /** All bytes received until the connection closed. */
  async closed(): Promise<string> {
    this.#socket.resume();
    await this.#closed;
    return this.received;
  }
}
