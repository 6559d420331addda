/** Decodes bytes to text. Node decodes common charsets, iconv-lite the others. */
import { isAscii } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import iconv from 'iconv-lite';

/** A version of iconv-lite: versions support different charsets, and guess the byte order of UTF-16 differently. */
export type Charsets = Pick<typeof iconv, 'getDecoder' | 'decode'> & {
  encodingExists(charset: string): boolean;
};

export const charsets: Charsets = {
  encodingExists: (charset) => iconv.encodingExists(charset),
  getDecoder: (charset) => iconv.getDecoder(charset),
  decode: (body, charset) => iconv.decode(body, charset),
};

/** Decodes chunks to text as they arrive. */
export interface Decoder {
  write(chunk: Buffer): string;
  end(): string | undefined;
}

const BYTE_ORDER_MARK = 0xfeff;

/** From this length on, it is faster to check for ASCII first, which is decoded by copying. */
const MIN_ASCII_CHECK = 4096;
/** From this length on, Node creates an external string, which costs the garbage collector more than the copy saves. */
const MAX_ASCII_CHECK = 1_000_000;

/** Whether Node decodes the charset itself, with the same result for chunks as for the whole body. */
export function isNative(charset: string): boolean {
  return charset === 'utf-8' || charset === 'utf8' || charset === 'iso-8859-1';
}

/** The charset must exist. */
export function createDecoder(charset: string, library: Charsets): Decoder {
  if (charset === 'iso-8859-1') return latin1;
  return isNative(charset) ? new Utf8Decoder() : library.getDecoder(charset);
}

export function decodeWhole(body: Buffer, charset: string, library: Charsets): string {
  if (charset === 'iso-8859-1') return body.toString('latin1');
  if (!isNative(charset)) return library.decode(body, charset);
  if (isLargeAscii(body)) return body.toString('latin1');
  return stripByteOrderMark(body.toString());
}

const latin1: Decoder = {
  write: (chunk) => chunk.toString('latin1'),
  end: () => undefined,
};

class Utf8Decoder implements Decoder {
  /** Created for the first chunk that is not ASCII, since such a chunk may end within a character. */
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
    return stripByteOrderMark(text);
  }

  end(): string | undefined {
    return this.#decoder?.end();
  }
}

function isLargeAscii(bytes: Buffer): boolean {
  return bytes.length >= MIN_ASCII_CHECK && bytes.length < MAX_ASCII_CHECK && isAscii(bytes);
}

function stripByteOrderMark(text: string): string {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}
