import { Buffer } from 'node:buffer';

/** Not `body.toString`, because a body may have its own. */
const { toString: decode } = Buffer.prototype;
/** Read once: V8 would look up `Buffer` in its module, or among all globals, at each call. */
export const { byteLength, isBuffer } = Buffer;

/** Each byte as a character. */
export function textOfBytes(bytes: Buffer): string {
  return decode.call(bytes, 'latin1');
}

/** Whether all characters are ASCII, so that each takes one byte. Faster than a RegExp. */
export function isAscii(text: string): boolean {
  return byteLength(text) === text.length;
}
