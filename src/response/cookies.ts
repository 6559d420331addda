import { serialize } from 'cookie';
import { sign } from 'cookie-signature';
import type { CookieOptions, Response } from 'express-serve-static-core';
import type { ResponseLine } from './line.js';

export function createCookie(line: ResponseLine) {
  /**
   * Set a cookie; objects are sent as JSON, `maxAge` is in milliseconds.
   *
   * @example res.cookie('remember', '1', { maxAge: 900000, httpOnly: true });
   */
  return function cookie(this: Response, name: string, value: unknown, options?: CookieOptions): Response {
    const attributes = line.copyOptions(options);
    const secret = (this.req as { secret?: string }).secret;
    if (attributes.signed && !secret) throw new Error('cookieParser("secret") required for signed cookies');

    const plain = typeof value === 'object' ? `j:${JSON.stringify(value)}` : String(value);
    const text = attributes.signed ? `s:${sign(plain, secret!)}` : plain;

    if (attributes.maxAge != null) expireAfter(attributes, attributes.maxAge * 1);
    attributes.path ??= '/';
    this.append('Set-Cookie', serialize(name, text, attributes as Record<string, unknown>));
    return this;
  };
}

/** @example res.clearCookie('remember', { path: '/admin' }); */
export function clearCookie(this: Response, name: string, options?: CookieOptions): Response {
  const attributes: CookieOptions = { path: '/', ...options, expires: new Date(1) };
  // Max-Age takes precedence over Expires, and would keep the cookie.
  delete attributes.maxAge;
  return this.cookie(name, '', attributes);
}

/** A `maxAge` that is not a number is left to `serialize`, which throws. */
function expireAfter(attributes: CookieOptions, milliseconds: number): void {
  if (Number.isNaN(milliseconds)) return;
  attributes.expires = new Date(Date.now() + milliseconds);
  attributes.maxAge = Math.floor(milliseconds / 1000);
}
