import { validateHeaderName, validateHeaderValue } from 'node:http';
import { headerSlot } from './head.js';

/** HTTP/2 forbids them: Node throws when it is about to send one. */
const CONNECTION_SPECIFIC = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'];

/** What middleware expects of responses, and those of HTTP/2 lack; `node` is the prototype that Node has for them. */
export function http2Members(node: any): PropertyDescriptorMap {
  const members: PropertyDescriptorMap = {
    // One that was cut off keeps its socket: whoever waits for its end sees there that it has come.
    socket: getter(function () {
      return Reflect.get(node, 'socket', this) ?? (this.finished ? undefined : this.req.socket);
    }),
    // By itself it returns nothing, ends the connection for a bad name, and sends any value.
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
      return node.writeHead.call(this, status, permitted(given));
    }),
  };
  // Middleware that wants no other to notice calls the `setHeader` of HTTP/1, which writes there, and since Node 24 asks
  // first how strict it is to be.
  if (headerSlot !== undefined) {
    members._isLenientHeaderValidation = method(() => false);
    members[headerSlot] = getter(function () {
      return new Proxy({}, headersOf(this));
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

/** The headers of a response in the form in which HTTP/1 keeps them. */
function headersOf(res: any): ProxyHandler<object> {
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

/** Headers as `writeHead` takes them, without those that are forbidden. */
function permitted(headers: any): any {
  if (!headers) return headers;
  if (!Array.isArray(headers)) return Object.fromEntries(Object.entries(headers).filter(isPermitted));
  if (Array.isArray(headers[0])) return headers.filter(isPermitted);
  return headers.filter((_, i) => isPermitted([headers[i - (i % 2)]]));
}

function isPermitted([name]: unknown[]): boolean {
  return !CONNECTION_SPECIFIC.includes(String(name).toLowerCase());
}
