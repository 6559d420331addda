import { connect, type Socket } from 'node:net';

const TIMEOUT = 10_000;
const BLANK_LINE = Buffer.from('\r\n\r\n');
const EMPTY: Buffer = Buffer.alloc(0);

export interface Seen {
  readonly status: number;
  /** Bytes of the body, without chunk headers. */
  readonly length: number;
}

/** The bytes of a complete request. */
export interface OutgoingRequest {
  readonly bytes: Buffer;
  readonly isHead: boolean;
}

/** Receives the responses of a connection, in the order of its requests. Both methods may send the next ones. */
export interface Listener<Sent extends OutgoingRequest> {
  onResponse(sent: Sent, seen: Seen): void;
  onLoss(sent: Sent, error: Error): void;
}

/**
 * A client connection that only counts bytes: a client that parsed responses into objects would need more time than the
 * server. Requests may be pipelined.
 */
export class Connection<Sent extends OutgoingRequest> {
  #socket: Socket;
  readonly #port: number;
  readonly #listener: Listener<Sent>;
  readonly #reader = new Reader();
  /** Sent, without a response yet. */
  #pending: Sent[] = [];
  #rest: Buffer = EMPTY;
  #isClosed = false;

  private constructor(socket: Socket, port: number, listener: Listener<Sent>) {
    this.#socket = socket;
    this.#port = port;
    this.#listener = listener;
    this.#listen();
  }

  static async open<Sent extends OutgoingRequest>(
    port: number,
    listener: Listener<Sent>,
  ): Promise<Connection<Sent>> {
    return new Connection(await connected(port), port, listener);
  }

  send(request: Sent): void {
    if (this.#pending.push(request) === 1) this.#reader.begin(request.isHead);
    if (!this.#isClosed) this.#socket.write(request.bytes);
    // Requests that are sent until the connection is open wait for it too.
    else if (this.#pending.length === 1) this.#reopen();
  }

  close(): void {
    this.#pending = [];
    this.#socket.destroy();
  }

  #listen(): void {
    this.#socket.on('data', (chunk) => {
      // The requests that the responses of one chunk trigger are sent in one write.
      this.#socket.cork();
      this.#read(this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]));
      this.#socket.uncork();
    });
    this.#socket.on('timeout', () => this.#lose(new Error('none for 10 s')));
    this.#socket.on('error', (error) => this.#lose(error));
    this.#socket.on('end', () => this.#socket.destroy());
    this.#socket.on('close', () => {
      this.#isClosed = true;
      if (this.#pending.length === 0) return;
      if (this.#reader.endsWithConnection) this.#finish();
      else this.#lose(new Error('connection closed'));
    });
  }

  #read(given: Buffer): void {
    let bytes = given;
    while (bytes.length > 0 && this.#pending.length > 0) {
      bytes = this.#reader.read(bytes);
      if (!this.#reader.isDone) break;
      this.#finish();
      if (this.#isClosed) return;
    }
    this.#rest = bytes;
  }

  #finish(): void {
    const sent = this.#pending.shift()!;
    const seen = { status: this.#reader.status, length: this.#reader.length };
    // `Connection: close` takes effect immediately, so that the next request is not sent to a closing connection.
    if (this.#reader.isLast) this.#isClosed = true;
    if (this.#isClosed) {
      this.#socket.removeAllListeners('close').destroy();
      if (this.#pending.length > 0) this.#reopen();
    }
    if (this.#pending.length > 0) this.#reader.begin(this.#pending[0]!.isHead);
    this.#listener.onResponse(sent, seen);
  }

  /** Opens a new connection, and sends every request again that has no response yet. */
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
    for (const { bytes } of this.#pending) this.#socket.write(bytes);
  }

  #lose(error: Error): void {
    this.#socket.destroy();
    const sent = this.#pending[0];
    this.#pending = [];
    if (sent !== undefined) this.#listener.onLoss(sent, error);
  }
}

/** Parses one response after the other from their bytes. */
class Reader implements Seen {
  status = 0;
  length = 0;
  isDone = false;
  /** Whether the server closes the connection after it. */
  isLast = false;
  endsWithConnection = false;
  #isHead = false;
  #expected = 0;
  #isChunked = false;
  #hasHead = false;

  /** Starts a new response. */
  begin(isHead: boolean): void {
    this.#isHead = isHead;
    this.length = 0;
    this.isDone = this.isLast = this.endsWithConnection = this.#isChunked = this.#hasHead = false;
  }

  /** Reads bytes and returns those that it cannot use yet, or that belong to the next response. */
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
    if (this.status < 200) return; // An informational response; the final one follows.
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
        // Trailers follow the last chunk, and an empty line ends them.
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
