import { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express-serve-static-core';
import type { App } from '../registration/application.js';

/** Where the members that Node has for HTTP/1 begin. */
const ends: ReadonlySet<object | null> = new Set([
  IncomingMessage.prototype,
  ServerResponse.prototype,
  Object.prototype,
  null,
]);

/** By the prototype that Node gave a message, and the application's: the one that has the members of both. */
const merged = new WeakMap<object, WeakMap<object, object>>();
/** The prototype that Node gave a message, by the one that took its place. */
const originals = new WeakMap<object, object>();

/** Told by its members: to load `node:http2` is not worth it for those who do not use it. */
export function isHttp2(req: any): boolean {
  return req.httpVersionMajor === 2 && req.stream !== undefined;
}

/** Gives a request and a response of HTTP/2 the members that an application has for them. */
export function adoptHttp2(app: App, req: Request, res: Response): void {
  if (originalOf(req) === undefined) nameHost(req);
  put(req, app.request, {});
  put(res, app.response, LACKING);
}

/** Middleware looks for the name of the host where HTTP/1 has it; the one that clients send here counts for more. */
function nameHost({ headers }: Request): void {
  const authority = headers[':authority'] as string | undefined;
  if (authority !== undefined) headers.host = authority;
}

/** The prototype that a message of HTTP/2 had before an application adopted it. */
export function originalOf(message: object): object | undefined {
  return originals.get(Object.getPrototypeOf(message));
}

function put(message: object, proto: object, added: PropertyDescriptorMap): void {
  const original = originalOf(message) ?? Object.getPrototypeOf(message);
  Object.setPrototypeOf(message, mergedOf(proto, original, added));
}

function mergedOf(proto: object, original: object, added: PropertyDescriptorMap): object {
  let known = merged.get(original);
  if (known === undefined) {
    known = new WeakMap();
    merged.set(original, known);
  }
  let prototype = known.get(proto);
  if (prototype === undefined) {
    prototype = merge(proto, Object.create(original, added));
    known.set(proto, prototype);
    originals.set(prototype, original);
  }
  return prototype;
}

/**
 * The members of `proto` and what it inherits, at any time, and those of HTTP/2 behind them. The application's
 * prototypes end in Node's for HTTP/1, and a chain cannot end in two ways: so it is walked here.
 */
function merge(proto: object, last: object): object {
  const holderOf = (key: PropertyKey): object => {
    for (let at = proto; !ends.has(at); at = Object.getPrototypeOf(at)) if (Object.hasOwn(at, key)) return at;
    return last;
  };
  return new Proxy(last, {
    get: (_, key, message) => Reflect.get(holderOf(key), key, message),
    set: (_, key, value, message) => Reflect.set(holderOf(key), key, value, message),
    has: (_, key) => Reflect.has(holderOf(key), key),
  });
}

/** What middleware expects of responses, and those of HTTP/2 lack. */
const LACKING: PropertyDescriptorMap = {
  // One that was cut off keeps its socket: whoever waits for its end sees there that it has come.
  socket: {
    configurable: true,
    get(this: any): unknown {
      return Reflect.get(originalOf(this)!, 'socket', this) ?? (this.finished ? undefined : this.req.socket);
    },
  },
  _implicitHeader: method(function () {
    this.writeHead(this.statusCode);
  }),
  writeHead: method(function (status, reason, headers) {
    const given = headers === undefined && typeof reason === 'object' ? reason : headers;
    if (!this.headersSent) for (const name of CONNECTION_SPECIFIC) this.removeHeader(name);
    return (originalOf(this) as Response).writeHead.call(this, status, permitted(given));
  }),
};

function method(value: (this: Response, ...args: any[]) => unknown): PropertyDescriptor {
  return { configurable: true, writable: true, value };
}

/** HTTP/2 forbids them: Node throws when it is about to send one. */
const CONNECTION_SPECIFIC = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'];

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
