import type { Request } from 'express-serve-static-core';
import type { RequestLine } from './line.js';

export function createFresh({ isFresh }: RequestLine) {
  /** @example req.fresh; // true when the client's copy is still good */
  return function fresh(this: Request): boolean {
    const res = this.res!;
    if (!isCacheable(this.method) || !isCacheableStatus(res.statusCode)) return false;
    return isFresh(this.headers, { etag: res.get('ETag'), 'last-modified': res.get('Last-Modified') });
  };
}

/** @example req.stale; // !req.fresh */
export function stale(this: Request): boolean {
  return !this.fresh;
}

function isCacheable(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'QUERY';
}

function isCacheableStatus(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}
