/** Content encodings and the streams that decode them. */
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';

export type Inflaters = Readonly<Record<string, () => Transform>>;

const { createZstdDecompress } = zlib as unknown as { createZstdDecompress?: () => Transform };

export const gzipAndDeflate: Inflaters = {
  deflate: () => zlib.createInflate(),
  gzip: () => zlib.createGunzip(),
};

/** All that Node can decode: zstd since 22.15. */
export const allInflaters: Inflaters = {
  ...gzipAndDeflate,
  br: () => zlib.createBrotliDecompress(),
  ...(createZstdDecompress && { zstd: () => createZstdDecompress() }),
};

export function inflaterFor(encoding: string, inflaters: Inflaters): Transform | null {
  return Object.hasOwn(inflaters, encoding) ? inflaters[encoding]!() : null;
}
