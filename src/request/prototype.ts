import { IncomingMessage } from 'node:http';
import type { Request } from 'express-serve-static-core';
import { fresh, stale } from './freshness.js';
import { header, range, xhr } from './headers.js';
import { accepts, acceptsCharsets, acceptsEncodings, acceptsLanguages, is } from './negotiation.js';
import { host, hostname, ip, ips, protocol, secure, subdomains } from './network.js';
import { path, query } from './url.js';

/** What every request inherits; each application derives a prototype of its own from it. */
const request: Request = Object.create(IncomingMessage.prototype, {
  header: method(header),
  get: method(header),
  accepts: method(accepts),
  acceptsEncodings: method(acceptsEncodings),
  acceptsCharsets: method(acceptsCharsets),
  acceptsLanguages: method(acceptsLanguages),
  range: method(range),
  query: getter(query),
  is: method(is),
  protocol: getter(protocol),
  secure: getter(secure),
  ip: getter(ip),
  ips: getter(ips),
  subdomains: getter(subdomains),
  path: getter(path),
  host: getter(host),
  hostname: getter(hostname),
  fresh: getter(fresh),
  stale: getter(stale),
  xhr: getter(xhr),
});

export default request;

function method(value: (this: Request, ...args: any[]) => unknown): PropertyDescriptor {
  return { configurable: true, enumerable: true, writable: true, value };
}

/** Without a setter: assigning to one of these throws in strict code, as it does in Express. */
function getter(get: (this: Request) => unknown): PropertyDescriptor {
  return { configurable: true, enumerable: true, get };
}
