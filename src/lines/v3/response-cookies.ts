import { mergeInherited } from '../shared/merge.js';

/**
 * Serializes a cookie as 3.x did: with few attributes, unchecked except for semicolons, which would add attributes.
 * `maxAge` is in milliseconds.
 */
export function serialize(name: string, value: string, options?: object): string {
  const opt = mergeInherited(options);
  if ('maxAge' in opt) {
    opt.expires = new Date(Date.now() + opt.maxAge);
    opt.maxAge /= 1000;
  }
  opt.path ??= '/';
  rejectSemicolon('name', name);
  rejectSemicolon('domain', opt.domain);
  rejectSemicolon('path', opt.path);
  const encode = opt.encode || encodeURIComponent;
  const pairs = [`${name}=${encode(value)}`];
  if (opt.maxAge != null) {
    const maxAge = opt.maxAge - 0;
    if (Number.isNaN(maxAge)) throw new Error('maxAge should be a Number');
    pairs.push(`Max-Age=${maxAge}`);
  }
  if (opt.domain) pairs.push(`Domain=${opt.domain}`);
  if (opt.path) pairs.push(`Path=${opt.path}`);
  if (opt.expires) pairs.push(`Expires=${opt.expires.toUTCString()}`);
  if (opt.httpOnly) pairs.push('HttpOnly');
  if (opt.secure) pairs.push('Secure');
  return pairs.join('; ');
}

function rejectSemicolon(what: string, value: unknown): void {
  if (String(value).includes(';'))
    throw new TypeError(`The ${what} of a cookie must not contain a semicolon`);
}
