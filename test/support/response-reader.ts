/** Splits the bytes of a connection into responses. */

export interface RawResponse {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export class ResponseReader {
  /** Bytes of an incomplete response, one character each. */
  rest = '';
  readonly #methods: string[] = [];

  /** Expects a response to a request with this method. A response to HEAD has no body, whatever its headers announce. */
  expect(method: string): void {
    this.#methods.push(method);
  }

  /** Returns the responses that these bytes complete. */
  read(chunk: Buffer): RawResponse[] {
    this.rest += chunk.toString('latin1');
    const responses: RawResponse[] = [];
    let at = 0;
    for (;;) {
      const headEnd = this.rest.indexOf('\r\n\r\n', at);
      if (headEnd === -1) break;
      const head = this.rest.slice(at, headEnd);
      const status = Number(head.slice(9, 12));
      const isInterim = status >= 100 && status < 200;
      const isBare = isInterim || status === 204 || status === 304 || this.#methods[0] === 'HEAD';
      const bodyAt = headEnd + 4;
      const bodyEnd = isBare ? bodyAt : endOfBody(this.rest, head, bodyAt);
      if (bodyEnd === -1) break;
      responses.push({ status, head, body: this.rest.slice(bodyAt, bodyEnd) });
      if (!isInterim) this.#methods.shift();
      at = bodyEnd;
    }
    if (at > 0) this.rest = this.rest.slice(at);
    return responses;
  }
}

/** The value of a header, if present. */
export function headerOf({ head }: RawResponse, name: string): string | undefined {
  const at = head.indexOf(`\r\n${name}: `);
  if (at === -1) return undefined;
  const from = at + name.length + 4;
  const end = head.indexOf('\r\n', from);
  return head.slice(from, end === -1 ? undefined : end);
}

/** The end of the body; -1 if it has not arrived yet, or if the connection's end marks it. */
function endOfBody(text: string, head: string, from: number): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head);
  if (length !== null) {
    const end = from + Number(length[1]);
    return end <= text.length ? end : -1;
  }
  return /\r\ntransfer-encoding: chunked/i.test(head) ? endOfChunks(text, from) : -1;
}

function endOfChunks(text: string, from: number): number {
  for (let at = from; ; ) {
    const line = text.indexOf('\r\n', at);
    if (line === -1) return -1;
    const size = Number.parseInt(text.slice(at, line), 16);
    if (Number.isNaN(size)) return -1;
    at = line + 2 + size + 2;
    if (at > text.length) return -1;
    if (size === 0) return at;
  }
}
