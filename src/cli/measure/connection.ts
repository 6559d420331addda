import { connect, type Socket } from 'node:net';

const TIMEOUT = 10_000;
const BLANK_LINE = Buffer.from('\r\n\r\n');
const EMPTY: Buffer = Buffer.alloc(0);

export interface Seen {
  readonly status: number;
  /** Bytes of the body, without the marks between its chunks. */
  readonly length: number;
}

/**
 * A client connection that only counts bytes: a client that parsed answers into objects would need more time than the
 * server.
 */
export class Connection {
  #socket: Socket;
  readonly #port: number;
  #rest: Buffer = EMPTY;
  #isClosed = false;
  #resume: ((seen: Seen) => void) | null = null;
  #fail: ((error: Error) => void) | null = null;
  #reader = new Reader(false);

  private constructor(socket: Socket, port: number) {
    this.#socket = socket;
    this.#port = port;
    this.#listen();
  }

  static async open(port: number): Promise<Connection> {
    return new Connection(await connected(port), port);
  }

  /** Sends the bytes of one request, and resolves when its answer is there. */
  async ask(bytes: Buffer, isHead: boolean): Promise<Seen> {
    if (this.#isClosed) {
      this.#socket = await connected(this.#port);
      this.#isClosed = false;
      this.#listen();
    }
    return new Promise((resolve, reject) => {
      this.#resume = resolve;
      this.#fail = reject;
      this.#rest = EMPTY;
      this.#reader = new Reader(isHead);
      this.#socket.write(bytes);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #listen(): void {
    this.#socket.on('data', (chunk) => {
      const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
      this.#rest = this.#reader.read(bytes);
      if (this.#reader.isDone) this.#finish();
    });
    this.#socket.on('timeout', () => this.#lose(new Error('none for 10 s')));
    this.#socket.on('error', (error) => this.#lose(error));
    this.#socket.on('end', () => this.#socket.destroy());
    this.#socket.on('close', () => {
      this.#isClosed = true;
      if (this.#resume === null) return;
      if (this.#reader.endsWithConnection) this.#finish();
      else this.#lose(new Error('connection closed'));
    });
  }

  #finish(): void {
    const resume = this.#resume!;
    this.#resume = null;
    // `Connection: close` is respected at once, so that the next request is not sent to a closing connection.
    if (this.#reader.isLast) this.#isClosed = true;
    if (this.#isClosed) this.#socket.removeAllListeners('close').destroy();
    resume(this.#reader);
  }

  #lose(error: Error): void {
    this.#socket.destroy();
    if (this.#resume === null) return;
    this.#resume = null;
    this.#fail!(error);
  }
}

/** Follows one answer through its bytes. */
class Reader implements Seen {
  status = 0;
  length = 0;
  isDone = false;
  /** Whether the server closes the connection behind it. */
  isLast = false;
  endsWithConnection = false;
  readonly #isHead: boolean;
  #expected = 0;
  #isChunked = false;
  #hasHead = false;

  constructor(isHead: boolean) {
    this.#isHead = isHead;
  }

  /** Takes bytes and returns those that it cannot use yet. */
  read(bytes: Buffer): Buffer {
    if (!this.#hasHead) {
      const end = bytes.indexOf(BLANK_LINE);
      if (end === -1) return bytes;
      const rest = bytes.subarray(end + 4);
      this.#readHead(bytes.toString('latin1', 0, end));
      return this.isDone ? rest : this.read(rest);
    }
    if (this.#isChunked) return this.#readChunks(bytes);
    this.length += bytes.length;
    this.isDone = !this.endsWithConnection && this.length >= this.#expected;
    return EMPTY;
  }

  #readHead(head: string): void {
    this.status = Number(head.slice(9, 12));
    if (this.status < 200) return; // An early word; the answer comes behind it.
    this.#hasHead = true;
    this.isLast = /\r\nconnection: *close/i.test(head);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (this.#isHead || this.status === 204 || this.status === 304 || length === '0') this.isDone = true;
    else if (/\r\ntransfer-encoding: *chunked/i.test(head)) this.#isChunked = true;
    else if (length !== undefined) this.#expected = Number(length);
    else this.endsWithConnection = true;
  }

  #readChunks(given: Buffer): Buffer {
    let bytes = given;
    for (;;) {
      const end = bytes.indexOf('\r\n');
      if (end === -1) return bytes;
      const size = Number.parseInt(bytes.toString('latin1', 0, end), 16);
      if (size === 0) {
        // Trailers are lines behind the last chunk, and a blank one ends them.
        if (bytes.indexOf(BLANK_LINE, end) === -1) return bytes;
        this.isDone = true;
        return EMPTY;
      }
      if (bytes.length < end + 2 + size + 2) return bytes;
      this.length += size;
      bytes = bytes.subarray(end + 2 + size + 2);
    }
  }
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, timeout: TIMEOUT });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
