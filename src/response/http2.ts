import { validateHeaderName, validateHeaderValue } from 'node:http';
import { headersSymbol } from './fast-path/head.js';

/** Headers that HTTP/2 forbids. Node throws if one is sent. */
const CONNECTION_SPECIFIC = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'];

/** Members that middleware expects and HTTP/2 responses do not have; `node` is Node's prototype of these responses. */
export function http2Members(node: any): PropertyDescriptorMap {
  const members: PropertyDescriptorMap = {
    // An aborted response keeps its socket: on-finished detects there that it has ended.
    socket: getter(function () {
      return Reflect.get(node, 'socket', this) ?? (this.finished ? undefined : this.req.socket);
    }),
    // Node's `setHeader` returns nothing, resets the connection for an invalid name, and accepts any value.
    setHeader: method(function (name, value) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
      node.setHeader.call(this, name, value);
      return this;
    }),
    _implicitHeader: method(function () {
      this.writeHead(this.statusCode);
    }),
    writeHead: method(function (status, reason, headers) {
      const given = headers === undefined && typeof reason === 'object' ? reason : headers;
      if (!this.headersSent) for (const name of CONNECTION_SPECIFIC) this.removeHeader(name);
      return node.writeHead.call(this, status, removeConnectionHeaders(given));
    }),
  };
  // Some middleware calls the `setHeader` of the HTTP/1 prototype, to bypass wrappers: it writes to `kOutHeaders`, and since
  // Node 24 calls `_isLenientHeaderValidation` first.
  const headers = headersSymbol();
  if (headers !== undefined) {
    members._isLenientHeaderValidation = method(() => false);
    members[headers] = getter(function () {
      return new Proxy({}, headersHandler(this));
    });
  }
  return members;
}

function method(value: (this: any, ...args: any[]) => unknown): PropertyDescriptor {
  return { configurable: true, writable: true, value };
}

function getter(get: (this: any) => unknown): PropertyDescriptor {
  return { configurable: true, get };
}

/** Presents the headers of a response in the form in which HTTP/1 stores them. */
function headersHandler(res: any): ProxyHandler<object> {
  return {
    get: (_, key) => (res.hasHeader(key) ? [key, res.getHeader(key)] : undefined),
    set(_, _key, [name, value]) {
      res.setHeader(name, value);
      return true;
    },
    deleteProperty(_, key) {
      res.removeHeader(key);
      return true;
    },
  };
}

/** Headers in any form that `writeHead` takes, without those that HTTP/2 forbids. */
function removeConnectionHeaders(headers: any): any {
  if (!headers) return headers;
  if (!Array.isArray(headers)) return Object.fromEntries(Object.entries(headers).filter(isAllowedInHttp2));
  if (Array.isArray(headers[0])) return headers.filter(isAllowedInHttp2);
  return headers.filter((_, i) => isAllowedInHttp2([headers[i - (i % 2)]]));
}

function isAllowedInHttp2([name]: unknown[]): boolean {
  return !CONNECTION_SPECIFIC.includes(String(name).toLowerCase());
}
