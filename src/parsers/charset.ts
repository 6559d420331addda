/** From bytes to text. Common charsets are decoded by Node; iconv-lite knows the rest. */
import { isAscii } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import iconv from 'iconv-lite';

/** A version of iconv-lite: they know different charsets, and guess differently where a body does not say. */
export type Charsets = Pick<typeof iconv, 'encodingExists' | 'getDecoder' | 'decode'>;

export const charsets: Charsets = iconv;

/** Turns chunks into text as they come. */
export interface Decoder {
  write(chunk: Buffer): string;
  end(): string | undefined;
}

const BYTE_ORDER_MARK = 0xfeff;

/** From here on it is quicker to look whether the bytes are ASCII: then copying them is all of the decoding. */
const LARGE = 4096;
/** From here on Node would put the text outside of the heap, where it costs the garbage collector more than it saved. */
const HUGE = 1_000_000;

/** True for what Node decodes: how the body was cut makes no difference to these. */
export function isNative(charset: string): boolean {
  return charset === 'utf-8' || charset === 'utf8' || charset === 'iso-8859-1';
}

/** Only for charsets that exist. */
export function createDecoder(charset: string, known: Charsets): Decoder {
  if (charset === 'iso-8859-1') return latin1;
  return isNative(charset) ? new Utf8Decoder() : known.getDecoder(charset);
}

export function decodeWhole(body: Buffer, charset: string, known: Charsets): string {
  if (charset === 'iso-8859-1') return body.toString('latin1');
  if (!isNative(charset)) return known.decode(body, charset);
  if (isLargeAscii(body)) return body.toString('latin1');
  return withoutMark(body.toString());
}

const latin1: Decoder = {
  write: (chunk) => chunk.toString('latin1'),
  end: () => undefined,
};

class Utf8Decoder implements Decoder {
  /** Needed from the first chunk on that might end within a character. */
  #decoder: StringDecoder | null = null;
  #atStart = true;

  write(chunk: Buffer): string {
    if (this.#decoder === null && isAscii(chunk)) {
      this.#atStart &&= chunk.length === 0;
      return chunk.toString('latin1');
    }
    this.#decoder ??= new StringDecoder('utf8');
    const text = this.#decoder.write(chunk);
    if (!this.#atStart || text.length === 0) return text;
    this.#atStart = false;
    return withoutMark(text);
  }

  end(): string | undefined {
    return this.#decoder?.end();
  }
}

function isLargeAscii(bytes: Buffer): boolean {
  return bytes.length >= LARGE && bytes.length < HUGE && isAscii(bytes);
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}
