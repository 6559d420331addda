import { IncomingMessage } from 'node:http';
import type { Request } from 'express-serve-static-core';
import { hideNames } from '../nameless.js';
import { createFresh, stale } from './freshness.js';
import { createRange, header, xhr } from './headers.js';
import { line5 } from './line.js';
import { createNegotiation } from './negotiation.js';
import { createNetwork, hostname, ip, ips, secure, subdomains } from './network.js';
import { path, query } from './url.js';

const { accepts, acceptsCharsets, acceptsEncodings, acceptsLanguages, is } = createNegotiation(line5);
const { protocol, host } = createNetwork(line5);

/** What every request inherits; each application derives a prototype of its own from it. */
const request: Request = Object.create(IncomingMessage.prototype, {
  header: method(header),
  get: method(header),
  accepts: method(accepts),
  acceptsEncodings: method(acceptsEncodings),
  acceptsCharsets: method(acceptsCharsets),
  acceptsLanguages: method(acceptsLanguages),
  range: method(createRange(line5)),
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
  fresh: getter(createFresh(line5)),
  stale: getter(stale),
  xhr: getter(xhr),
});

hideNames('request', request);

export default request;

export function method(value: (this: Request, ...args: any[]) => unknown): PropertyDescriptor {
  return { configurable: true, enumerable: true, writable: true, value };
}

/** Without a setter: assigning to one of these throws in strict code, as it does in Express. */
export function getter(get: (this: Request) => unknown): PropertyDescriptor {
  return { configurable: true, enumerable: true, get };
}
