import { Buffer } from 'node:buffer';
import crypto from 'node:crypto';
import etag from 'etag';
import { byteLength, isBuffer, textOfBytes } from './bytes.js';
import { looksLikeNodes } from './node-functions.js';
import { isLoaded } from './node-internals.js';
import { hashShortText, MAX_LENGTH } from './sha1.js';

export type ETagFunction = (body: string | Buffer, encoding?: BufferEncoding) => string | undefined;
type Tag = (body: Buffer, options: { weak: boolean }) => string;

/** What the `etag` package calls, and what is called instead: `hash` is undefined before Node 20.12. */
interface HashFunctions {
  readonly areNodes: boolean;
  readonly createHash: unknown;
  readonly update: unknown;
  readonly digest: unknown;
  readonly hash: typeof crypto.hash | undefined;
}

/** Null until `crypto` is loaded, which takes milliseconds: nobody can have wrapped its functions before. */
let functions: HashFunctions | null = null;

function readFunctions(): HashFunctions {
  const { createHash, Hash, hash } = crypto;
  // Tests mock the module.
  const { update, digest }: Partial<crypto.Hash> = Hash?.prototype ?? {};
  const areNodes =
    looksLikeNodes(createHash, 'createHash') &&
    looksLikeNodes(update, 'update') &&
    looksLikeNodes(digest, 'digest');
  return { areNodes, createHash, update, digest, hash: looksLikeNodes(hash, 'hash') ? hash : undefined };
}

/** Whether nobody sees that the package is not called. */
function isHashUnobserved(): boolean {
  if (functions === null) {
    if (!isLoaded('crypto')) return true;
    functions = readFunctions();
  }
  return (
    functions.areNodes &&
    crypto.createHash === functions.createHash &&
    crypto.Hash.prototype.update === functions.update &&
    crypto.Hash.prototype.digest === functions.digest
  );
}

// Before others get the chance to wrap it, if it is loaded already.
isHashUnobserved();

/** Creates the ETag function for strings and buffers. */
export function etagGenerator(tag: Tag, weak: boolean): ETagFunction {
  return function generateETag(body, encoding) {
    return tag(isBuffer(body) ? body : Buffer.from(body, encoding), { weak });
  };
}

/** The functions of `etag: 'strong'` and `etag: 'weak'`, which hash a text without converting it to a buffer. */
export const strongETag = createTextETag(etagGenerator(tagOf, false));
export const weakETag = createTextETag(etagGenerator(tagOf, true));

/** The package is loaded by its first call. */
function tagOf(body: Buffer, options: { weak: boolean }): string {
  return etag(body, options);
}

/** Whether a function returns the same ETag for a text as for its bytes. */
export function canTagText(generate: unknown): generate is (text: string, encoding: 'utf8') => string {
  return generate === weakETag || generate === strongETag;
}

function createTextETag(tagBytes: ETagFunction): ETagFunction {
  return function generateETag(body, encoding) {
    if (!isHashUnobserved()) return tagBytes(body, encoding);
    const isText = typeof body === 'string' && encoding === 'utf8';
    const text = isText ? body : readShortText(body);
    const tag = text === null ? null : tagShortText(generateETag, text);
    return tag ?? (isText ? tagLongText(generateETag, body) : tagBytes(body, encoding));
  };
}

/** The beginning of the tags of texts that are hashed here, by their length. */
const weakBeginnings: string[] = new Array(MAX_LENGTH + 1).fill('');
const strongBeginnings: string[] = new Array(MAX_LENGTH + 1).fill('');

/** The ETag of a text by one of the functions above, if the text is short and in ASCII; otherwise null. */
export function tagShortText(generate: ETagFunction, text: string): string | null {
  const hash = isHashUnobserved() ? hashShortText(text) : null;
  if (hash === null) return null;
  const { length } = text;
  const isWeak = generate === weakETag;
  const beginnings = isWeak ? weakBeginnings : strongBeginnings;
  return `${(beginnings[length] ||= `${isWeak ? 'W/' : ''}"${length.toString(16)}-`)}${hash}"`;
}

/** The same for all other texts. */
export function tagLongText(generate: ETagFunction, text: string): string {
  const isWeak = generate === weakETag;
  if (isHashUnobserved()) {
    functions ??= readFunctions();
    if (functions.hash !== undefined) return `${isWeak ? 'W/' : ''}${tagText(text, functions.hash)}`;
  }
  return tagOf(Buffer.from(text), { weak: isWeak });
}

/** The bytes of a buffer as characters, if there are few of them; those that are not ASCII are not hashed as a text. */
function readShortText(body: unknown): string | null {
  return isBuffer(body) && body.length <= MAX_LENGTH ? textOfBytes(body) : null;
}

/** The format of the `etag` package: the length in hexadecimal, and 27 characters of the SHA-1. */
function tagText(text: string, hash: typeof crypto.hash): string {
  const length = byteLength(text).toString(16);
  return `"${length}-${hash('sha1', text, 'base64').slice(0, 27)}"`;
}
