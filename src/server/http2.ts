import { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express-serve-static-core';
import type { App } from '../contracts/app.js';
import { http2Members } from '../response/http2.js';
import { kReplacesNode } from '../symbols.js';

type Added = (original: object) => PropertyDescriptorMap;

const noMembers: Added = () => ({});

/** The lookup of a member in the application's prototypes stops at Node's prototypes for HTTP/1, and at ours before them. */
const HTTP1_PROTOTYPES: ReadonlySet<object | null> = new Set([
  IncomingMessage.prototype,
  ServerResponse.prototype,
  Object.prototype,
  null,
]);

/** Also recognizes the prototypes of other loaded copies of maglev. */
function isForHttp1(prototype: object | null): boolean {
  return HTTP1_PROTOTYPES.has(prototype) || Object.hasOwn(prototype!, kReplacesNode);
}

/** The prototypes with the members of both, by Node's prototype of a message and then by the application's. */
const merged = new WeakMap<object, WeakMap<object, object>>();
/** Node's part of each merged prototype. */
const bases = new WeakMap<object, object>();

/** Detected by its fields, so that `node:http2` is not loaded. */
export function isHttp2(req: any): boolean {
  return req.httpVersionMajor === 2 && req.stream !== undefined;
}

/** Adds an application's members to an HTTP/2 request and its response. */
export function setHttp2Prototypes(app: App, req: Request, res: Response): void {
  if (nodePrototypeOf(req) === undefined) setHostHeader(req);
  setMergedPrototype(req, app.request, noMembers);
  setMergedPrototype(res, app.response, http2Members);
}

/** Resets the stream of a response that has started. If it were only destroyed, clients would consider the response complete. */
export function resetStream(res: any): void {
  if (res.headersSent) res.stream.close(INTERNAL_ERROR);
}

const INTERNAL_ERROR = 2;

/** Middleware reads the `Host` header of HTTP/1; `:authority` takes precedence over one that the client sent. */
function setHostHeader({ headers }: Request): void {
  const authority = headers[':authority'] as string | undefined;
  if (authority !== undefined) headers.host = authority;
}

/** Node's part of a merged prototype; undefined for messages without one. */
export function nodePrototypeOf(message: object): object | undefined {
  return bases.get(Object.getPrototypeOf(message));
}

/** `added` returns members that take precedence over Node's. */
function setMergedPrototype(message: object, proto: object, added: Added): void {
  const original = Object.getPrototypeOf(nodePrototypeOf(message) ?? message);
  Object.setPrototypeOf(message, mergedPrototypeOf(proto, original, added));
}

function mergedPrototypeOf(proto: object, original: object, added: Added): object {
  let byProto = merged.get(original);
  if (byProto === undefined) {
    byProto = new WeakMap();
    merged.set(original, byProto);
  }
  let prototype = byProto.get(proto);
  if (prototype === undefined) {
    const base = Object.create(original, added(original));
    prototype = mergePrototypes(proto, base);
    byProto.set(proto, prototype);
    bases.set(prototype, base);
  }
  return prototype;
}

/**
 * A prototype with the members of `proto` and its chain, then those of HTTP/2. The application's prototypes inherit from
 * Node's prototypes for HTTP/1, and an object has only one prototype chain, so the chain is walked here on each access.
 */
function mergePrototypes(proto: object, base: object): object {
  const holderOf = (key: PropertyKey): object => {
    for (let at = proto; !isForHttp1(at); at = Object.getPrototypeOf(at))
      if (Object.hasOwn(at, key)) return at;
    return base;
  };
  return new Proxy(base, {
    get: (_, key, message) => Reflect.get(holderOf(key), key, message),
    set: (_, key, value, message) => Reflect.set(holderOf(key), key, value, message),
    has: (_, key) => Reflect.has(holderOf(key), key),
  });
}
