/** Entity tags like those of the package `etag`, hashed for each body. */
import crypto from 'node:crypto';
import type { Stats } from 'node:fs';
import etag from 'etag';

/** The one-shot hash is cheaper; not all versions of Node have it. */
export const tagOf: (body: string) => string =
  crypto.hash === undefined ? (body) => etag(body, { weak: true }) : hashOf;

/** The declared type only covers what maglev uses. */
export const tagOfFile = etag as unknown as (stat: Stats) => string;

function hashOf(body: string): string {
  const hash = crypto.hash('sha1', body, 'base64').slice(0, 27);
  return `W/"${Buffer.byteLength(body).toString(16)}-${hash}"`;
}
