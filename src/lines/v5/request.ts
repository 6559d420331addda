import { IncomingMessage } from 'node:http';
import accept from 'accepts';
import type { Request } from 'express-serve-static-core';
import isFresh from 'fresh';
import parseRange from 'range-parser';
import typeIs from 'type-is';
import { removeFunctionNames } from '../../function-names.js';
import { getter, method } from '../../request/descriptors.js';
import { createFresh, stale } from '../../request/freshness.js';
import { createRange, header, xhr } from '../../request/headers.js';
import type { RequestLine } from '../../request/line.js';
import { createNegotiation } from '../../request/negotiation.js';
import { createNetwork, hostname, ip, ips, secure, subdomains } from '../../request/network.js';
import { path, query } from '../../request/url.js';

const requestLine5: RequestLine = {
  get accept() {
    return accept;
  },
  get isFresh() {
    return isFresh;
  },
  get parseRange() {
    return parseRange;
  },
  get typeIs() {
    return typeIs;
  },
  socketOf: (req) => req.socket,
};
const { accepts, acceptsCharsets, acceptsEncodings, acceptsLanguages, is } = createNegotiation(requestLine5);
const { protocol, host } = createNetwork(requestLine5);

/** The prototype of requests, from which each application derives its own. */
const request: Request = Object.create(IncomingMessage.prototype, {
  header: method(header),
  get: method(header),
  accepts: method(accepts),
  acceptsEncodings: method(acceptsEncodings),
  acceptsCharsets: method(acceptsCharsets),
  acceptsLanguages: method(acceptsLanguages),
  range: method(createRange(requestLine5)),
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
  fresh: getter(createFresh(requestLine5)),
  stale: getter(stale),
  xhr: getter(xhr),
});

removeFunctionNames('request', request);

export default request;
