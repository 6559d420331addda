import { ServerResponse } from 'node:http';
import { format, parse } from 'content-type-v1';
import depd from 'depd';
import onHeaders from 'on-headers';
import { nodePrototypeOf } from '../../server/http2.js';
import { serialize } from './response-cookies.js';

/*
 * The members that connect patches on Node's ServerResponse.prototype. Here they are on a prototype between those of
 * applications and Node's. If connect itself is loaded as well, its `setHeader` and `appendHeader` are called: each calls the
 * other on the response, which would recurse through ours.
 */
const deprecate = depd('maglev');
const connectResponse: any = Object.create(ServerResponse.prototype, {
  headerSent: {
    configurable: true,
    enumerable: true,
    get(this: any) {
      deprecate('res.headerSent: use standard res.headersSent');
      return Boolean(this._header);
    },
  },
});

/** @example res.cookie('remember', '1', { maxAge: 900000 }); */
connectResponse.cookie = function (this: any, name: string, value: unknown, options?: object): void {
  this.setHeader('Set-Cookie', serialize(name, String(value), options));
};

/** Adds a value to a header, keeping those it has. */
connectResponse.appendHeader = function appendHeader(this: any, field: string, value: any): unknown {
  const node = nodeOf(this);
  if (node._hasConnectPatch) return node.appendHeader.call(this, field, value);
  const present = this.getHeader(field);
  return node.setHeader.call(this, field, present ? [present, value].flat() : value);
};

/** Cookies are appended, and Content-Type gets `res.charset`. */
connectResponse.setHeader = function (this: any, field: string, value: any): unknown {
  const node = nodeOf(this);
  if (node._hasConnectPatch) return node.setHeader.call(this, field, value);
  const name = field.toLowerCase();
  if (name === 'set-cookie') return this.appendHeader(field, newCookies(this, field, value));
  const charset = name === 'content-type' && this.charset;
  return node.setHeader.call(this, field, charset ? withCharset(value, charset) : value);
};

connectResponse.on = function (this: any, event: string, listener: any): unknown {
  if (event !== 'header') return nodeOf(this).addListener.call(this, event, listener);
  deprecate('res.on("header"): use on-headers npm module instead');
  onHeaders(this, listener);
  return this;
};

connectResponse._hasConnectPatch = true;

export default connectResponse;

/** Node's prototype of a response. */
function nodeOf(res: object): any {
  return nodePrototypeOf(res) ?? ServerResponse.prototype;
}

/** Without the cookies that the header already has: middleware reads them and sets them again with one more. */
function newCookies(res: any, field: string, value: any): any {
  if (!Array.isArray(value) || value.length < 2) return value;
  const present = [res.getHeader(field) || []].flat();
  return value.filter((cookie) => !present.includes(cookie));
}

/** Adds a charset to a media type, unless it has one. */
function withCharset(type: any, charset: string): any {
  if (!type) return type;
  const parsed = parse(type);
  if (parsed.parameters.charset) return type;
  parsed.parameters.charset = charset;
  return format(parsed);
}
