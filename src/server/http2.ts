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

/** The merged prototypes, by Node's prototype of a message and then by the application's. */
const merged = new WeakMap<object, WeakMap<object, MergedPrototype>>();
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
  let found = byProto.get(proto);
  if (found === undefined || !found.isCurrent(proto)) {
    const base = found?.base ?? Object.create(original, added(original));
    found = new MergedPrototype(proto, base);
    byProto.set(proto, found);
    bases.set(found.prototype, base);
  }
  return found.prototype;
}

/**
 * A prototype with the members of `proto` and of what it inherits, then those of HTTP/2. The application's prototypes inherit from Node's
 * prototypes for HTTP/1, and an object has only one prototype chain, so their members are copied. A proxy would always be up to date, but
 * took as much time as the rest of a request.
 */
class MergedPrototype {
  readonly prototype: object;
  readonly base: object;
  /** The application's prototype first, then what it inherits. */
  readonly #copies: readonly MemberCopy[];

  constructor(proto: object, base: object) {
    const copies: MemberCopy[] = [];
    for (let at = proto; !isForHttp1(at); at = Object.getPrototypeOf(at)) copies.push(new MemberCopy(at));
    this.base = base;
    this.#copies = copies;
    this.prototype = copies.reduceRight((inherited, copy) => copy.createOn(inherited), base);
  }

  /** Whether no member has been added, replaced or removed since. */
  isCurrent(proto: object): boolean {
    let at = proto;
    for (const copy of this.#copies) {
      if (!copy.isCurrent(at)) return false;
      at = Object.getPrototypeOf(at);
    }
    return isForHttp1(at);
  }
}

/** The own members of an object. */
class MemberCopy {
  readonly #object: object;
  readonly #keys: readonly PropertyKey[];
  readonly #descriptors: readonly PropertyDescriptor[];

  constructor(object: object) {
    this.#object = object;
    this.#keys = Reflect.ownKeys(object);
    this.#descriptors = this.#keys.map((key) => Object.getOwnPropertyDescriptor(object, key)!);
  }

  createOn(prototype: object): object {
    const object = Object.create(prototype);
    for (const [i, key] of this.#keys.entries()) Object.defineProperty(object, key, this.#descriptors[i]!);
    return object;
  }

  isCurrent(object: any): boolean {
    if (object !== this.#object) return false;
    const keys = Reflect.ownKeys(object);
    if (keys.length !== this.#keys.length) return false;
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] !== this.#keys[i] || !this.#isSame(object, keys[i]!, this.#descriptors[i]!)) return false;
    }
    return true;
  }

  /** Methods are read, which takes a fraction of the time that getting their descriptors does. */
  #isSame(object: any, key: PropertyKey, descriptor: PropertyDescriptor): boolean {
    if (typeof descriptor.value === 'function') return readMember(object, key) === descriptor.value;
    const { value, get, set } = Object.getOwnPropertyDescriptor(object, key)!;
    return Object.is(value, descriptor.value) && get === descriptor.get && set === descriptor.set;
  }
}

/** A method may have been replaced by a getter that throws. */
function readMember(object: any, key: PropertyKey): unknown {
  try {
    return object[key];
  } catch {
    return undefined;
  }
}
