import type { Request } from 'express-serve-static-core';
import { canSkipGetHeader } from '../response/headers.js';
import type { RequestLine } from './line.js';

export function createFresh(line: Pick<RequestLine, 'isFresh'>) {
  /** @example req.fresh; // true when the client's copy is still good */
  return function fresh(this: Request): boolean {
    const { method } = this;
    const res = this.res!;
    // Read for every method, as in Express: throws if there is no response.
    const status = res.statusCode;
    if (!isCacheable(method) || !isCacheableStatus(status)) return false;
    const { headers } = this;
    // Most requests have no condition and are never fresh. Patched getters are still called.
    const isConditional = headers['if-none-match'] || headers['if-modified-since'];
    if (!isConditional && canSkipGetHeader(res)) return false;
    const response = { etag: res.get('ETag'), 'last-modified': res.get('Last-Modified') };
    return Boolean(isConditional) && line.isFresh(headers, response);
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
