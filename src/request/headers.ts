import type { Request } from 'express-serve-static-core';
import type parseRange from 'range-parser';
import type { RequestLine } from './line.js';

/**
 * Read a request header by its case-insensitive name; `Referrer` and `Referer` are the same.
 *
 * @example req.get('Content-Type'); // 'text/plain'
 */
export function header(this: Request, name: string): string | string[] | undefined {
  if (!name) throw new TypeError('name argument is required to req.get');
  if (typeof name !== 'string') throw new TypeError('name must be a string to req.get');

  const key = name.toLowerCase();
  if (key === 'referer' || key === 'referrer') return this.headers.referrer || this.headers.referer;
  return this.headers[key];
}

export function createRange(line: RequestLine) {
  /**
   * Parse the `Range` header against the size of a resource; -1 is unsatisfiable, -2 malformed.
   *
   * @example req.range(1000); // [{ start: 0, end: 499 }] with type 'bytes'
   */
  return function range(
    this: Request,
    size: number,
    options?: parseRange.Options,
  ): parseRange.Ranges | parseRange.Result | undefined {
    const value = this.get('Range');
    return value ? line.parseRange(size, value, options) : undefined;
  };
}

/** @example req.xhr; // true when sent by a script that says so in X-Requested-With */
export function xhr(this: Request): boolean {
  return (this.get('X-Requested-With') || '').toLowerCase() === 'xmlhttprequest';
}
