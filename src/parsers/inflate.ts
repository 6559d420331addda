/** Content encodings and the streams that decode them. */
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';

/** Functions that create a stream, by encoding. They return null if this version of Node does not support it. */
export type Inflaters = Readonly<Record<string, () => Transform | null>>;

export const gzipAndDeflate: Inflaters = {
  deflate: () => zlib.createInflate(),
  gzip: () => zlib.createGunzip(),
};

/** All encodings that Node can decode: zstd since 22.15. */
export const allInflaters: Inflaters = {
  ...gzipAndDeflate,
  br: () => zlib.createBrotliDecompress(),
  zstd: () => (zlib as unknown as Zstd).createZstdDecompress?.() ?? null,
};

export function inflaterFor(encoding: string, inflaters: Inflaters): Transform | null {
  return Object.hasOwn(inflaters, encoding) ? inflaters[encoding]!() : null;
}

interface Zstd {
  readonly createZstdDecompress?: () => Transform;
}
