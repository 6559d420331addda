import { inheritedToo } from './merge4.js';

/** A cookie as 3.x wrote it: few attributes, and none of them checked. `maxAge` is in milliseconds. */
export function serialize(name: string, value: string, options?: object): string {
  const attributes = inheritedToo(options);
  if ('maxAge' in attributes) {
    attributes.expires = new Date(Date.now() + attributes.maxAge);
    attributes.maxAge /= 1000;
  }
  const { maxAge, domain, path = '/', expires, httpOnly, secure, encode } = attributes;
  const pairs = [`${name}=${(encode || encodeURIComponent)(value)}`];
  if (maxAge != null) {
    if (Number.isNaN(maxAge - 0)) throw new Error('maxAge should be a Number');
    pairs.push(`Max-Age=${maxAge - 0}`);
  }
  if (domain) pairs.push(`Domain=${domain}`);
  if (path === null) pairs.push('Path=/');
  else if (path) pairs.push(`Path=${path}`);
  if (expires) pairs.push(`Expires=${expires.toUTCString()}`);
  if (httpOnly) pairs.push('HttpOnly');
  if (secure) pairs.push('Secure');
  return pairs.join('; ');
}
