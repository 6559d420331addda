import { Buffer } from 'node:buffer';
import crypto from 'node:crypto';
import etag from 'etag';
import { hashShortText } from './sha1.js';

export type ETagFunction = (body: string | Buffer, encoding?: BufferEncoding) => string | undefined;
type Tag = (body: Buffer, options: { weak: boolean }) => string;

/** Makes the ETag function for strings and buffers. */
export function etagGenerator(tag: Tag, weak: boolean): ETagFunction {
  return function generateETag(body, encoding) {
    return tag(Buffer.isBuffer(body) ? body : Buffer.from(body, encoding), { weak });
  };
}

/** The functions of `etag: 'strong'` and `etag: 'weak'`, which hash a text without making a buffer of it. */
export const strongETag = withTextSupport(etagGenerator(tagOf, false), '');
export const weakETag = withTextSupport(etagGenerator(tagOf, true), 'W/');

/** The package is loaded by its first call. */
function tagOf(body: Buffer, options: { weak: boolean }): string {
  return etag(body, options);
}

/** Whether a function gives a text the ETag of its bytes. */
export function canTagText(generate: unknown): generate is (text: string, encoding: 'utf8') => string {
  return generate === weakETag || generate === strongETag;
}

function withTextSupport(tagBytes: ETagFunction, prefix: string): ETagFunction {
  return function generateETag(body, encoding) {
    if (typeof body !== 'string' || encoding !== 'utf8') return tagBytes(body, encoding);
    const hash = hashShortText(body);
    if (hash !== null) return `${prefix}"${body.length.toString(16)}-${hash}"`;
    return crypto.hash === undefined ? tagBytes(body, encoding) : prefix + tagText(body);
  };
}

/** The format of the `etag` package: the length in hexadecimal, and 27 characters of the SHA-1. */
function tagText(text: string): string {
  const length = Buffer.byteLength(text).toString(16);
  return `"${length}-${crypto.hash('sha1', text, 'base64').slice(0, 27)}"`;
}
