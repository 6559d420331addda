import { connect, type Socket } from 'node:net';

const TIMEOUT = 10_000;
const BLANK_LINE = Buffer.from('\r\n\r\n');
const EMPTY: Buffer = Buffer.alloc(0);

export interface Seen {
  readonly status: number;
  /** Bytes of the body, without the marks between its chunks. */
  readonly length: number;
}

/** What is sent: the bytes of a whole request. */
export interface Question {
  readonly bytes: Buffer;
  readonly isHead: boolean;
}

/** Hears the responses of a connection, in the order of its questions; both may send the next ones. */
export interface Listener<Asked extends Question> {
  onResponse(asked: Asked, seen: Seen): void;
  onLoss(asked: Asked, error: Error): void;
}

/**
 * A client connection that only counts bytes: a client that parsed responses into objects would need more time than the
 * server. Questions may be sent before the responses to those before them are there.
 */
export class Connection<Asked extends Question> {
  #socket: Socket;
  readonly #port: number;
  readonly #listener: Listener<Asked>;
  readonly #reader = new Reader();
  /** Sent, and not answered yet. */
  #waiting: Asked[] = [];
  #rest: Buffer = EMPTY;
  #isClosed = false;

  private constructor(socket: Socket, port: number, listener: Listener<Asked>) {
    this.#socket = socket;
    this.#port = port;
    this.#listener = listener;
    this.#listen();
  }

  static async open<Asked extends Question>(
    port: number,
    listener: Listener<Asked>,
  ): Promise<Connection<Asked>> {
    return new Connection(await connected(port), port, listener);
  }

  send(question: Asked): void {
    if (this.#waiting.push(question) === 1) this.#reader.begin(question.isHead);
    if (!this.#isClosed) this.#socket.write(question.bytes);
    // Those that are sent until then wait for the same connection.
    else if (this.#waiting.length === 1) this.#reopen();
  }

  close(): void {
    this.#waiting = [];
    this.#socket.destroy();
  }

  #listen(): void {
    this.#socket.on('data', (chunk) => {
      // What the responses of one chunk give rise to is one write.
      this.#socket.cork();
      this.#read(this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]));
      this.#socket.uncork();
    });
    this.#socket.on('timeout', () => this.#lose(new Error('none for 10 s')));
    this.#socket.on('error', (error) => this.#lose(error));
    this.#socket.on('end', () => this.#socket.destroy());
    this.#socket.on('close', () => {
      this.#isClosed = true;
      if (this.#waiting.length === 0) return;
      if (this.#reader.endsWithConnection) this.#finish();
      else this.#lose(new Error('connection closed'));
    });
  }

  #read(given: Buffer): void {
    let bytes = given;
    while (bytes.length > 0 && this.#waiting.length > 0) {
      bytes = this.#reader.read(bytes);
      if (!this.#reader.isDone) break;
      this.#finish();
      if (this.#isClosed) return;
    }
    this.#rest = bytes;
  }

  #finish(): void {
    const asked = this.#waiting.shift()!;
    const seen = { status: this.#reader.status, length: this.#reader.length };
    // `Connection: close` is respected at once, so that the next request is not sent to a closing connection.
    if (this.#reader.isLast) this.#isClosed = true;
    if (this.#isClosed) {
      this.#socket.removeAllListeners('close').destroy();
      if (this.#waiting.length > 0) this.#reopen();
    }
    if (this.#waiting.length > 0) this.#reader.begin(this.#waiting[0]!.isHead);
    this.#listener.onResponse(asked, seen);
  }

  /** On a new connection, whatever was sent behind the last response of the old one is sent again. */
  async #reopen(): Promise<void> {
    this.#rest = EMPTY;
    try {
      this.#socket = await connected(this.#port);
    } catch (error) {
      this.#lose(error as Error);
      return;
    }
    this.#isClosed = false;
    this.#listen();
    for (const { bytes } of this.#waiting) this.#socket.write(bytes);
  }

  #lose(error: Error): void {
    this.#socket.destroy();
    const asked = this.#waiting[0];
    this.#waiting = [];
    if (asked !== undefined) this.#listener.onLoss(asked, error);
  }
}

/** Follows one response after the other through their bytes. */
class Reader implements Seen {
  status = 0;
  length = 0;
  isDone = false;
  /** Whether the server closes the connection behind it. */
  isLast = false;
  endsWithConnection = false;
  #isHead = false;
  #expected = 0;
  #isChunked = false;
  #hasHead = false;

  /** The next bytes are those of a new response. */
  begin(isHead: boolean): void {
    this.#isHead = isHead;
    this.length = 0;
    this.isDone = this.isLast = this.endsWithConnection = this.#isChunked = this.#hasHead = false;
  }

  /** Takes bytes and returns those that it cannot use yet, or that are of the next response. */
  read(bytes: Buffer): Buffer {
    if (!this.#hasHead) {
      const end = bytes.indexOf(BLANK_LINE);
      if (end === -1) return bytes;
      const rest = bytes.subarray(end + 4);
      this.#readHead(bytes.toString('latin1', 0, end));
      return this.isDone ? rest : this.read(rest);
    }
    if (this.#isChunked) return this.#readChunks(bytes);
    const left = this.endsWithConnection ? bytes.length : this.#expected - this.length;
    this.length += Math.min(left, bytes.length);
    this.isDone = !this.endsWithConnection && this.length === this.#expected;
    return bytes.length > left ? bytes.subarray(left) : EMPTY;
  }

  #readHead(head: string): void {
    this.status = Number(head.slice(9, 12));
    if (this.status < 200) return; // An early word; the response comes behind it.
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
        const last = bytes.indexOf(BLANK_LINE, end);
        if (last === -1) return bytes;
        this.isDone = true;
        return bytes.subarray(last + 4);
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
