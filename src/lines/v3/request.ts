import { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import depd from 'depd';
import type { Request } from 'express-serve-static-core';
import { getter, method } from '../../request/descriptors.js';
import { stale } from '../../request/freshness.js';
import { xhr } from '../../request/headers.js';
import { createNetwork, ip, ips, secure, withoutPort } from '../../request/network.js';
import { path } from '../../request/url.js';
import { type AcceptedType, chooseOffer, parseAccepted, parseAcceptedTypes } from './accept.js';
import { mime } from './mime.js';
import { isFresh, parseAuth, parseRange } from './request-headers.js';

type Request3 = Request & {
  accepted: AcceptedType[];
  acceptedEncodings: string[];
  acceptedCharsets: string[];
  acceptedLanguages: string[];
};

const deprecate = depd('maglev');
const { protocol } = createNetwork({ socketOf });

/** The prototype of 3.x requests, in Express's order. */
const request: Request3 = Object.create(IncomingMessage.prototype, {
  header: method(header),
  get: method(header),
  accepts: method(function (this: Request, type, ...more) {
    return chooseOffer(more.length > 0 ? [type, ...more] : type, this.get('Accept'));
  }),
  acceptsEncoding: method(function (this: Request, encoding) {
    return (this as Request3).acceptedEncodings.includes(encoding);
  }),
  acceptsCharset: method(function (this: Request, charset) {
    return includesOrEmpty((this as Request3).acceptedCharsets, charset);
  }),
  acceptsLanguage: method(function (this: Request, language) {
    return includesOrEmpty((this as Request3).acceptedLanguages, language);
  }),
  range: method(function (this: Request, size) {
    const value = this.get('Range');
    return value ? parseRange(size, value) : undefined;
  }),
  acceptedEncodings: getter(function (this: Request) {
    const value = this.get('Accept-Encoding') as string | undefined;
    return value ? value.trim().split(/ *, */) : [];
  }),
  accepted: getter(function (this: Request) {
    const value = this.get('Accept');
    return value ? parseAcceptedTypes(value) : [];
  }),
  acceptedLanguages: getter(function (this: Request) {
    return valuesOf(this.get('Accept-Language'));
  }),
  acceptedCharsets: getter(function (this: Request) {
    return valuesOf(this.get('Accept-Charset'));
  }),
  param: method(param),
  is: method(is),
  protocol: getter(protocol),
  secure: getter(secure),
  ip: getter(ip),
  ips: getter(ips),
  auth: getter(function (this: Request) {
    deprecate('req.auth: Use basic-auth npm module instead');
    return parseAuth(this.headers.authorization);
  }),
  subdomains: getter(subdomains),
  path: getter(path),
  host: getter(host),
  fresh: getter(fresh),
  stale: getter(stale),
  xhr: getter(xhr),
});

export default request;

/**
 * Read a request header by its case-insensitive name; `Referrer` and `Referer` are the same.
 *
 * @example req.get('Content-Type'); // 'text/plain'
 */
function header(this: Request, name: string): string | string[] | undefined {
  const key = name.toLowerCase();
  if (key === 'referer' || key === 'referrer') return this.headers.referrer || this.headers.referer;
  return this.headers[key];
}

function includesOrEmpty(accepted: string[], value: string): boolean {
  return accepted.length === 0 || accepted.includes(value);
}

function valuesOf(value: string | undefined): string[] {
  return value ? parseAccepted(value).map((element) => element.value) : [];
}

/**
 * The first value of a name in the path, the body or the query.
 *
 * @example req.param('id', 'none');
 */
function param(this: Request, name: string, standard?: unknown): unknown {
  const { params = {}, body, query } = this;
  // As in Express, `hasOwnProperty` may be replaced on `req.params`.
  // biome-ignore lint/suspicious/noPrototypeBuiltins: for that reason
  if (params?.[name] != null && params.hasOwnProperty(name)) return params[name];
  return body?.[name] ?? query?.[name] ?? standard;
}

/** @example req.is('json'); // true for any type that has application/json in it */
function is(this: Request, type: string): boolean {
  const header = this.get('Content-Type');
  if (!header) return false;
  const given = header.split(';')[0]!;
  const wanted = type.indexOf('/') === -1 ? mime.lookup(type) : type;
  if (wanted.indexOf('*') === -1) return given.includes(wanted);
  const [wantedType, wantedSubtype] = wanted.split('/');
  const [givenType, givenSubtype] = given.split('/');
  if (wantedType === '*' && wantedSubtype === givenSubtype) return true;
  return wantedSubtype === '*' && wantedType === givenType;
}

function socketOf(req: Request): Socket {
  return req.connection;
}

/** @example req.host; // 'example.com', without a port */
function host(this: Request): string | undefined {
  const trusts = this.app.get('trust proxy fn');
  const forwarded = this.get('X-Forwarded-Host');
  const trusted = forwarded && trusts(socketOf(this).remoteAddress, 0);
  return withoutPort(trusted ? forwarded : this.get('Host'));
}

/** @example req.subdomains; // ['ferrets', 'tobi'] for tobi.ferrets.example.com */
function subdomains(this: Request): string[] {
  const { host } = this;
  if (!host) return [];
  const labels = isIP(host) ? [host] : host.split('.').reverse();
  return labels.slice(this.app.get('subdomain offset'));
}

/** @example req.fresh; // true when the client's copy is still good */
function fresh(this: Request): boolean {
  const { method } = this;
  const res = this.res!;
  const status = res.statusCode;
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (!(status >= 200 && status < 300) && status !== 304) return false;
  return isFresh(this.headers, {
    etag: res.getHeader('ETag'),
    'last-modified': res.getHeader('Last-Modified'),
  });
}
