/** The bodies: their bytes, their chunks, and a check of the parsed value. */
import assert from 'node:assert/strict';

export type Kind = 'json' | 'urlencoded' | 'raw' | 'text';

export interface Body {
  readonly name: string;
  readonly kind: Kind;
  readonly type: string;
  readonly size: number;
  readonly body: Buffer;
  /** The body as it arrives. */
  readonly chunks: readonly Buffer[];
  /** Throws if the value is not the parsed body. */
  verify(value: unknown): void;
}

interface Format {
  readonly type: string;
  make(size: number): string;
  read(text: string): unknown;
}

/** Target sizes; padding fills the last bytes. */
const SIZES = { '100 B': 100, '1 KB': 1024, '100 KB': 100 * 1024, '1 MB': 1024 * 1024 };
/** The maximum size of a chunk from a socket. */
const CHUNK = 64 * 1024;
/** Small bodies are split into four, to measure the cost of further chunks. */
const PIECES = 4;

const users = (size: number) => {
  const list: object[] = [];
  const empty = JSON.stringify({ users: [] }).length;
  for (let length = empty; ; ) {
    const user = {
      id: list.length,
      name: `User number ${list.length}`,
      mail: `user${list.length}@mail.example.com`,
      joined: '2024-02-29T12:00:00.000Z',
      about: 'Likes long walks, short meetings and bodies that arrive in one piece.',
      active: true,
    };
    length += JSON.stringify(user).length + 1;
    if (length > size) break;
    list.push(user);
  }
  const padding = size - JSON.stringify({ users: list, padding: '' }).length;
  return { users: list, padding: 'x'.repeat(Math.max(0, padding)) };
};

const fields = (size: number) => {
  let text = 'name=some+one&mail=some.one%40example.com';
  // The parsers accept a thousand parameters by default, so large forms have long fields.
  for (let i = 0; text.length < size; i++) text += `&field${i}=${'value+'.repeat(size > 10_000 ? 200 : 2)}`;
  return text.slice(0, size);
};

const formats: Record<Kind, Format> = {
  json: {
    type: 'application/json',
    make: (size) => JSON.stringify(users(size)),
    read: (text) => JSON.parse(text),
  },
  urlencoded: {
    type: 'application/x-www-form-urlencoded',
    make: fields,
    read: (text) => Object.fromEntries(new URLSearchParams(text)),
  },
  raw: {
    type: 'application/octet-stream',
    make: (size) => 'x'.repeat(size),
    read: (text) => Buffer.from(text),
  },
  text: { type: 'text/plain', make: (size) => 'é'.repeat(size / 2), read: (text) => text },
};

export function scenarios(): Body[] {
  const all: Body[] = [];
  for (const kind of Object.keys(formats) as Kind[]) {
    const { type, make, read } = formats[kind];
    for (const [name, size] of Object.entries(SIZES)) {
      const text = make(size);
      const body = Buffer.from(text);
      const verify = (value: unknown) => assert.deepEqual(plain(value), plain(read(text)));
      all.push({ name: `${kind}, ${name}`, kind, type, size, body, chunks: cut(body, body.length), verify });
      const piece = Math.min(CHUNK, Math.ceil(body.length / PIECES));
      all.push({
        name: `${kind}, ${name}, in chunks`,
        kind,
        type,
        size,
        body,
        chunks: cut(body, piece),
        verify,
      });
    }
  }
  return all;
}

function cut(body: Buffer, length: number): Buffer[] {
  const chunks: Buffer[] = [];
  // Copies with separate memory, like the chunks of a socket.
  for (let at = 0; at < body.length; at += length) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(length, body.length - at));
    body.copy(chunk, 0, at);
    chunks.push(chunk);
  }
  return chunks;
}

function plain(value: unknown): unknown {
  return Buffer.isBuffer(value) || typeof value !== 'object' ? value : { ...value };
}
