import { IncomingMessage } from 'node:http';
import type { Request } from 'express-serve-static-core';
import { fresh, stale } from './freshness.js';
import { header, range, xhr } from './headers.js';
import { accepts, acceptsCharsets, acceptsEncodings, acceptsLanguages, is } from './negotiation.js';
import { host, hostname, ip, ips, protocol, secure, subdomains } from './network.js';
import { path, query } from './url.js';

/** What every request inherits; each application derives a prototype of its own from it. */
const request: Request = Object.create(IncomingMessage.prototype);

const members: Record<string, (this: Request, ...args: any[]) => unknown> = {
  get: header,
  header,
  accepts,
  acceptsEncodings,
  acceptsCharsets,
  acceptsLanguages,
  range,
  is,
};

const getters: Record<string, (this: Request) => unknown> = {
  query,
  protocol,
  secure,
  ip,
  ips,
  subdomains,
  path,
  host,
  hostname,
  fresh,
  stale,
  xhr,
};

Object.assign(request, members);
for (const [name, get] of Object.entries(getters)) {
  // No setter: assigning to one of these throws in strict code, as it does in Express.
  Object.defineProperty(request, name, { configurable: true, enumerable: true, get });
}

export default request;
