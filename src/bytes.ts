import { Buffer } from 'node:buffer';

/** Not the method of a body, which may have one of its own. */
const { toString: decode } = Buffer.prototype;

/** Each byte as a character. */
export function textOfBytes(bytes: Buffer): string {
  return decode.call(bytes, 'latin1');
}
