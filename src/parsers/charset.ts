/** From bytes to text. Common charsets are decoded by Node, in one go; iconv-lite knows the rest. */
import iconv from 'iconv-lite';

/** Turns chunks into text as they come. */
export interface Decoder {
  write(chunk: Buffer): string;
  end(): string | undefined;
}

const BYTE_ORDER_MARK = 0xfeff;

/** True for what `decodeWhole` decodes natively; the other charsets may depend on how the body was cut. */
export function isNative(charset: string): boolean {
  return charset === 'utf-8' || charset === 'utf8' || charset === 'iso-8859-1';
}

export function charsetExists(charset: string): boolean {
  return iconv.encodingExists(charset);
}

/** Only for charsets that exist. */
export function createDecoder(charset: string): Decoder {
  return iconv.getDecoder(charset);
}

export function decodeWhole(body: Buffer, charset: string): string {
  if (charset === 'iso-8859-1') return body.toString('latin1');
  if (!isNative(charset)) return iconv.decode(body, charset);
  const text = body.toString('utf8');
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}
