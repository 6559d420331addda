import { IncomingMessage } from 'node:http';
import accept from 'accepts-v1';
import depd from 'depd';
import type { Request } from 'express-serve-static-core';
import isFresh from 'fresh-v0';
import parseRange from 'range-parser-v1.2';
import typeIs from 'type-is-v1';
import { removeFunctionNames } from '../../function-names.js';
import { getter, method } from '../../request/descriptors.js';
import { createFresh, stale } from '../../request/freshness.js';
import { createRange, header, xhr } from '../../request/headers.js';
import type { RequestLine } from '../../request/line.js';
import { createNegotiation } from '../../request/negotiation.js';
import { createNetwork, ip, ips, secure, subdomains, withoutPort } from '../../request/network.js';
import { path } from '../../request/url.js';

type Request4 = Request & { param(name: string, standard?: unknown): unknown };

// Created in each file that warns: depd names the first caller outside of the file.
const deprecate = depd('maglev');

const requestLine4: RequestLine = {
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
  socketOf: (req) => req.connection,
};
const { accepts, acceptsCharsets, acceptsEncodings, acceptsLanguages, is } = createNegotiation(requestLine4);
const { protocol, host: hostOf } = createNetwork(requestLine4);

/**
 * The prototype of 4.x requests, in Express's order. `query` is set by a layer, so that other layers may replace it.
 */
const request: Request4 = Object.create(IncomingMessage.prototype, {
  header: method(header),
  get: method(header),
  accepts: method(accepts),
  acceptsEncodings: method(acceptsEncodings),
  acceptsEncoding: method(function (this: Request, ...encodings) {
    deprecate('req.acceptsEncoding: Use acceptsEncodings instead');
    return acceptsEncodings.apply(this, encodings);
  }),
  acceptsCharsets: method(acceptsCharsets),
  acceptsCharset: method(function (this: Request, ...charsets) {
    deprecate('req.acceptsCharset: Use acceptsCharsets instead');
    return acceptsCharsets.apply(this, charsets);
  }),
  acceptsLanguages: method(acceptsLanguages),
  acceptsLanguage: method(function (this: Request, ...languages) {
    deprecate('req.acceptsLanguage: Use acceptsLanguages instead');
    return acceptsLanguages.apply(this, languages);
  }),
  range: method(createRange(requestLine4)),
  param: method(param),
  is: method(is),
  protocol: getter(protocol),
  secure: getter(secure),
  ip: getter(ip),
  ips: getter(ips),
  subdomains: getter(subdomains),
  path: getter(path),
  hostname: getter(hostname),
  host: getter(function (this: Request) {
    deprecate('req.host: Use req.hostname instead');
    return this.hostname;
  }),
  fresh: getter(createFresh(requestLine4)),
  stale: getter(stale),
  xhr: getter(xhr),
});

removeFunctionNames('request', request);

export default request;

/**
 * The first value of a name in the path, the body or the query.
 *
 * @example req.param('id', 'none');
 */
function param(this: Request, name: string, standard?: unknown): unknown {
  const { params = {}, body, query } = this;
  // biome-ignore lint/complexity/noArguments: the warning repeats how many arguments there were
  const signature = arguments.length === 1 ? 'name' : 'name, default';
  deprecate(`req.param(${signature}): Use req.params, req.body, or req.query instead`);

  // As in Express, `hasOwnProperty` may be replaced on `req.params`.
  // biome-ignore lint/suspicious/noPrototypeBuiltins: for that reason
  if (params?.[name] != null && params.hasOwnProperty(name)) return params[name];
  return body?.[name] ?? query?.[name] ?? standard;
}

/** Not from `req.host`, which is a deprecated alias of `hostname` on this line. */
function hostname(this: Request): string | undefined {
  return withoutPort(hostOf.call(this));
}
