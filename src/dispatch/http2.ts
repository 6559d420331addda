import { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express-serve-static-core';
import type { App } from '../contracts/app.js';
import { http2Members } from '../response/http2.js';

type Added = (original: object) => PropertyDescriptorMap;

const noMembers: Added = () => ({});

/** Where the members that Node has for HTTP/1 begin. */
const ends: ReadonlySet<object | null> = new Set([
  IncomingMessage.prototype,
  ServerResponse.prototype,
  Object.prototype,
  null,
]);

/** By the prototype that Node gave a message, and the application's: the one that has the members of both. */
const merged = new WeakMap<object, WeakMap<object, object>>();
/** What each of these has behind the members of the application. */
const bases = new WeakMap<object, object>();

/** Told by its members: to load `node:http2` is not worth it for those who do not use it. */
export function isHttp2(req: any): boolean {
  return req.httpVersionMajor === 2 && req.stream !== undefined;
}

/** Gives a request and a response of HTTP/2 the members that an application has for them. */
export function setHttp2Prototypes(app: App, req: Request, res: Response): void {
  if (nodePrototypeOf(req) === undefined) setHostHeader(req);
  put(req, app.request, noMembers);
  put(res, app.response, http2Members);
}

/**
 * Ends an answer that is under way as a failure: a stream that is merely destroyed looks to clients as if it had come to
 * its end.
 */
export function resetStream(res: any): void {
  if (res.headersSent) res.stream.close(INTERNAL_ERROR);
}

const INTERNAL_ERROR = 2;

/** Middleware looks for the name of the host where HTTP/1 has it; the one that clients send here counts for more. */
function setHostHeader({ headers }: Request): void {
  const authority = headers[':authority'] as string | undefined;
  if (authority !== undefined) headers.host = authority;
}

/** What a message of HTTP/2 that has an application's members has of Node; undefined for any other. */
export function nodePrototypeOf(message: object): object | undefined {
  return bases.get(Object.getPrototypeOf(message));
}

/** `added` are members that go in front of Node's. */
function put(message: object, proto: object, added: Added): void {
  const original = Object.getPrototypeOf(nodePrototypeOf(message) ?? message);
  Object.setPrototypeOf(message, mergedPrototypeOf(proto, original, added));
}

function mergedPrototypeOf(proto: object, original: object, added: Added): object {
  let known = merged.get(original);
  if (known === undefined) {
    known = new WeakMap();
    merged.set(original, known);
  }
  let prototype = known.get(proto);
  if (prototype === undefined) {
    const base = Object.create(original, added(original));
    prototype = merge(proto, base);
    known.set(proto, prototype);
    bases.set(prototype, base);
  }
  return prototype;
}

/**
 * The members of `proto` and what it inherits, at any time, and those of HTTP/2 behind them. The application's
 * prototypes end in Node's for HTTP/1, and a chain cannot end in two ways: so it is walked here.
 */
function merge(proto: object, base: object): object {
  const holderOf = (key: PropertyKey): object => {
    for (let at = proto; !ends.has(at); at = Object.getPrototypeOf(at)) if (Object.hasOwn(at, key)) return at;
    return base;
  };
  return new Proxy(base, {
    get: (_, key, message) => Reflect.get(holderOf(key), key, message),
    set: (_, key, value, message) => Reflect.set(holderOf(key), key, value, message),
    has: (_, key) => Reflect.has(holderOf(key), key),
  });
}
