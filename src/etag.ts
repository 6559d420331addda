import { Buffer } from 'node:buffer';
import crypto from 'node:crypto';
import etag from 'etag';
import { Memo } from './memo.js';

export type ETagFunction = (body: string | Buffer, encoding?: BufferEncoding) => string | undefined;
type Tag = (body: Buffer, options: { weak: boolean }) => string;

/** Makes a tag of a body, whatever form that has. */
export function etagGenerator(tag: Tag, weak: boolean): ETagFunction {
  return function generateETag(body, encoding) {
    return tag(Buffer.isBuffer(body) ? body : Buffer.from(body, encoding), { weak });
  };
}

/** The tags of `etag: 'strong'` and `etag: 'weak'`; both also know how to tag a text without making a buffer of it. */
export const strongETag = withTexts(etagGenerator(etag, false), '');
export const weakETag = withTexts(etagGenerator(etag, true), 'W/');

/** Whether a generator tags a text by itself as it would tag its bytes. */
export function tagsTexts(generate: unknown): generate is (text: string, encoding: 'utf8') => string {
  return generate === weakETag || generate === strongETag;
}

/** Hashing costs more than all else about a short answer, and the same answers are given again and again. */
const MAX_REMEMBERED = 1024;

function withTexts(ofBytes: ETagFunction, prefix: string): ETagFunction {
  const known = new Memo<string>(256);
  return function generateETag(body, encoding) {
    if (typeof body !== 'string' || encoding !== 'utf8' || crypto.hash === undefined)
      return ofBytes(body, encoding);
    if (body.length > MAX_REMEMBERED) return prefix + tagOf(body);
    let tag = known.get(body);
    if (tag === undefined) {
      tag = prefix + tagOf(body);
      known.set(body, tag);
    }
    return tag;
  };
}

/** The format of the `etag` package: the length in hexadecimal, and 27 characters of the SHA-1. */
function tagOf(text: string): string {
  const hash = crypto.hash('sha1', text, 'base64').slice(0, 27);
  return `"${Buffer.byteLength(text).toString(16)}-${hash}"`;
}
