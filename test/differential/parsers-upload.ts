/** Converts the data of an upload to options, headers and bytes. */
import zlib from 'node:zlib';
import iconv from 'iconv-lite';
import type { BodySpec, OptionSpec, UploadSpec } from './parsers-model.js';

const { zstdCompressSync } = zlib as unknown as { zstdCompressSync?: (bytes: Buffer) => Buffer };

export type Trace = (line: string) => void;

export interface Upload {
  headers: Record<string, string>;
  chunks: Buffer[];
  /** Bytes after inflating. */
  size: number;
}

export function uploadOf(spec: UploadSpec): Upload {
  const plain = plainBytes(spec.body);
  const bytes = damaged(compressed(plain, spec.body.codec), spec.body.damage);
  return { headers: headersOf(spec, bytes.length), chunks: cut(bytes, spec.cuts), size: plain.length };
}

function plainBytes({ bytes, text, charset, bom }: BodySpec): Buffer {
  if (bytes !== null) return Buffer.from(bytes);
  if (!iconv.encodingExists(charset)) return Buffer.from(text);
  return iconv.encode(text, charset, { addBOM: bom });
}

function compressed(bytes: Buffer, codec: BodySpec['codec']): Buffer {
  if (codec === 'gzip') return zlib.gzipSync(bytes);
  if (codec === 'deflate') return zlib.deflateSync(bytes);
  if (codec === 'br') return zlib.brotliCompressSync(bytes);
  // If the runtime lacks it, both sides have to report so.
  return codec === 'zstd' && zstdCompressSync ? zstdCompressSync(bytes) : bytes;
}

function damaged(bytes: Buffer, damage: BodySpec['damage']): Buffer {
  if (damage === 'cut') return bytes.subarray(0, Math.ceil(bytes.length * 0.7));
  if (damage === 'trail') return Buffer.concat([bytes, Buffer.from('trailing')]);
  if (damage === 'none' || bytes.length === 0) return bytes;
  const copy = Buffer.from(bytes);
  copy[Math.floor(copy.length / 2)]! ^= 0x55;
  return copy;
}

function headersOf(spec: UploadSpec, length: number): Record<string, string> {
  const headers: Record<string, string> = {};
  if (spec.contentType !== null) headers['content-type'] = spec.contentType;
  if (spec.contentEncoding !== null) headers['content-encoding'] = spec.contentEncoding;
  const announced = {
    exact: String(length),
    both: String(length),
    more: String(length + 1),
    less: String(Math.max(0, length - 1)),
    word: 'many',
    empty: '',
    none: null,
    chunked: null,
  }[spec.length];
  if (announced !== null) headers['content-length'] = announced;
  if (spec.length === 'chunked' || spec.length === 'both') headers['transfer-encoding'] = 'chunked';
  return headers;
}

function cut(bytes: Buffer, fractions: readonly number[]): Buffer[] {
  const places = [...new Set(fractions.map((part) => Math.floor(part * bytes.length)))].sort((a, b) => a - b);
  const chunks: Buffer[] = [];
  let from = 0;
  for (const place of [...places, bytes.length]) {
    if (place > from) chunks.push(Buffer.from(bytes.subarray(from, place)));
    from = place;
  }
  return chunks;
}

/** Omitted options stay absent, because an undefined option may behave differently from a missing one. */
export function optionsOf(spec: OptionSpec, size: number, trace: Trace): Record<string, unknown> {
  const { limitBy, guarded, type, verify, reviver, limit, ...plain } = spec;
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(plain)) if (value !== null) options[name] = value;
  if (limitBy !== null) options.limit = size + limitBy;
  else if (limit !== null) options.limit = limit;
  if (type === 'yes()') options.type = () => true;
  else if (type === 'no()') options.type = () => 0;
  else if (type !== null) options.type = type;
  if (verify !== 'none') options.verify = verifier(verify, trace);
  if (reviver !== 'none') options.reviver = reviverOf(reviver);
  if (!guarded) Object.assign(options, { onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' });
  return options;
}

function verifier(kind: OptionSpec['verify'], trace: Trace) {
  return (_req: unknown, _res: unknown, body: Buffer, charset: unknown): void => {
    trace(`verify ${Buffer.isBuffer(body)} ${body.toString('hex')} ${charset}`);
    if (kind === 'throws') throw new Error('unverified');
    if (kind === 'throws typed') throw Object.assign(new TypeError('typed'), { type: 'own.type', extra: 1 });
    if (kind === 'throws status') throw Object.assign(new Error('status'), { status: 422 });
    if (kind === 'throws text') throw 'only text';
  };
}

function reviverOf(kind: OptionSpec['reviver']) {
  return (_key: string, value: unknown): unknown => {
    if (kind === 'throws') throw new Error('no revival');
    if (kind === 'throws text') throw 'text';
    if (kind === 'throws null') throw null;
    if (kind === 'throws status') throw Object.assign(new RangeError('status'), { status: 418, type: 'tea' });
    return kind === 'doubles' && typeof value === 'number' ? value * 2 : value;
  };
}
