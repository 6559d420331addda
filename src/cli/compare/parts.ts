/** Splits a response into parts, so that one part may vary while the others have to be the same. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { SideName } from './equality.js';
import type { Ignored } from './ignored.js';
import { jsonPartsOf } from './json-parts.js';
import type { Response } from './response.js';

/** Values by name: `status`, `header etag#1`, `body /users/0/name`. The text after `#` is not displayed. */
export type Parts = ReadonlyMap<string, string>;

/** The default `X-Powered-By` of each side. */
const NAMES: Readonly<Record<SideName, string>> = { express: 'Express', maglev: 'Maglev' };
/** Headers that depend on the body: if it varies, so do they. */
const FOLLOWING = /^(content-length|etag|content-md5|digest|content-digest|repr-digest)$/;
/** The maximum number of pieces of a text; a longer one is compared by lines, or as a whole. */
const MOST_PIECES = 4000;
const LONG = 2 ** 20;
const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** The parts of a response, except its body. */
export function headPartsOf({ status, reason, headers, error }: Response, side: SideName, ignored: Ignored) {
  const parts = new Map([
    ['response', error ?? 'whole'],
    ['status', `${status} ${reason}`],
  ]);
  const counts = new Map<string, number>();
  for (const [name, value] of headers) {
    const key = `header ${name.toLowerCase()}`;
    if (ignored.hasHeader(name)) continue;
    const number = counts.get(key) ?? 0;
    counts.set(key, number + 1);
    // The name in its original case, and how many there are.
    parts.set(key, `${parts.has(key) ? `${parts.get(key)}\n` : ''}${name}`);
    if (FOLLOWING.test(name.toLowerCase())) addFollowing(parts, key, value);
    else addPieces(parts, `${key}#${number}.`, normalizeHeader(name, value, side).split(/([;,\s=]+)/));
  }
  return parts;
}

/** The parts of a body. Bodies are decoded as latin1, with one character per byte. */
export function bodyPartsOf(response: Response, ignored: Ignored): Parts {
  const text = decoded(response).toString('latin1');
  const json = /json/i.test(headerOf(response, 'content-type')) ? jsonPartsOf(text, ignored) : null;
  if (json !== null) {
    return new Map([
      ['body', json.form],
      ...[...json.values].map(([path, value]) => [`body ${path}`, value] as const),
    ]);
  }
  const parts = new Map<string, string>();
  addPieces(parts, 'body#', piecesOf(text));
  return parts;
}

/** Headers that depend on the body are compared by value if the bodies are the same, and by form otherwise. */
export function isFollowing(part: string): boolean {
  return part.endsWith('#value');
}

/** The name of a part for display. */
export function labelOf(part: string): string {
  return part.split('#', 1)[0]!;
}

/** The text of a part in a response: the lines of a header, or a body without its varying values. */
export function textOf(
  response: Response,
  label: string,
  varying: ReadonlySet<string>,
  ignored: Ignored,
): string {
  if (label === 'body') {
    const text = decoded(response).toString('latin1');
    const pieces = piecesOf(text);
    return pieces.map((piece, i) => (varying.has(`body#${i}`) ? '(varies)' : piece)).join('');
  }
  if (label.startsWith('body ')) return bodyPartsOf(response, ignored).get(label) ?? ABSENT;
  const name = label.replace(/^header /, '');
  const lines = response.headers.filter(([one]) => one.toLowerCase() === name);
  return lines.length === 0 ? ABSENT : lines.map(([one, value]) => `${one}: ${value}`).join('\n');
}

export const ABSENT = '(absent)';

export function isPoweredBy([name, value]: readonly [string, string]): boolean {
  return isName(name) && value === NAMES.express;
}

/** Replaces values that are expected to differ. */
function normalizeHeader(name: string, value: string, side: SideName): string {
  if (isName(name) && value === NAMES[side]) return '(the framework)';
  return name.toLowerCase() === 'date' ? '(now)' : value;
}

function isName(header: string): boolean {
  return header.toLowerCase() === 'x-powered-by';
}

function addFollowing(parts: Map<string, string>, key: string, value: string): void {
  const [, weak = '', quote = ''] = /^(W\/)?(")?/.exec(value)!;
  parts.set(`${key}#form`, `${weak}${quote}(value)${quote}`);
  parts.set(`${key}#value`, value);
}

function addPieces(parts: Map<string, string>, prefix: string, pieces: readonly string[]): void {
  for (const [i, piece] of pieces.entries()) parts.set(prefix + i, piece);
}

/** Words, and the text between them. */
function piecesOf(text: string): string[] {
  if (text.length > LONG) return [text];
  for (const separator of [/([\s<>"'=&;,(){}[\]]+)/, /(\n)/]) {
    const pieces = text.split(separator);
    if (pieces.length <= MOST_PIECES) return pieces;
  }
  return [text];
}

/** The body without its compression, if it can be decompressed. */
function decoded(response: Response): Buffer {
  const decode = DECODERS[headerOf(response, 'content-encoding')];
  if (decode === undefined || response.body.length === 0) return response.body;
  try {
    return decode(response.body);
  } catch {
    return response.body;
  }
}

function headerOf({ headers }: Response, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}
