/** The bodies: what is sent, how it is cut, and a check that nothing but the right answer is timed. */
import assert from 'node:assert/strict';

/** Sizes are what is aimed at; the last item fills up. */
const SIZES = { '100 B': 100, '1 KB': 1024, '100 KB': 100 * 1024, '1 MB': 1024 * 1024 };
/** What a socket delivers at a time, at most. */
const CHUNK = 64 * 1024;
/** Small bodies are cut in four, to see what a second chunk costs. */
const PIECES = 4;

const users = (size) => {
  const list = [];
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

const fields = (size) => {
  let text = 'name=some+one&mail=some.one%40example.com';
  // The parsers accept a thousand parameters unless told otherwise, so large forms have long fields.
  for (let i = 0; text.length < size; i++) text += `&field${i}=${'value+'.repeat(size > 10_000 ? 200 : 2)}`;
  return text.slice(0, size);
};

const formats = {
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

export function scenarios() {
  const all = [];
  for (const [kind, { type, make, read }] of Object.entries(formats)) {
    for (const [name, size] of Object.entries(SIZES)) {
      const text = make(size);
      const body = Buffer.from(text);
      const verify = (value) => assert.deepEqual(plain(value), plain(read(text)));
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

function cut(body, length) {
  const chunks = [];
  // Copies, as a socket's chunks are: each with memory of its own.
  for (let at = 0; at < body.length; at += length) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(length, body.length - at));
    body.copy(chunk, 0, at);
    chunks.push(chunk);
  }
  return chunks;
}

function plain(value) {
  return Buffer.isBuffer(value) || typeof value !== 'object' ? value : { ...value };
}
