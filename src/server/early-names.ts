/*
 * With Express, a message has Node's prototypes until the application gets it: nothing that users put on `app.request` or
 * `app.response` is in effect before. A server that creates the application's own messages (message-classes.ts) has to know which
 * names Node reads, writes and calls on a message before that, to create Node's messages as soon as users define one of them.
 */
import diagnostics from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import http from 'node:http';
import { Duplex } from 'node:stream';
import { types } from 'node:util';
import { canGenerateCode } from '../../compiler/tree.js';
import { looksLikeNodes } from '../node-functions.js';
import { findMessageClasses } from '../node-internals.js';

type MessageClass = typeof http.IncomingMessage | typeof http.ServerResponse;

/** The names that Node uses on each message before an application gets it. */
export interface EarlyNames {
  readonly request: readonly string[];
  readonly response: readonly string[];
}

/** Whether users have defined none of the names on the prototypes of an application's messages. */
export type OverrideCheck = (request: object, response: object) => boolean;

/** Requests that take different paths through Node to the application. */
const SAMPLES: readonly { readonly text: string; readonly options?: http.ServerOptions }[] = [
  { text: 'GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n' },
  { text: 'GET / HTTP/1.0\r\n\r\n' },
  {
    text: 'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
    options: { optimizeEmptyRequests: true } as http.ServerOptions,
  },
];

/** Node's, unless they were replaced before maglev was loaded. */
const { IncomingMessage, ServerResponse } = http;
const NO_CLASSES = 'The classes of messages of this Node are replaced, or in another place.';

/** Node publishes each request on it. */
const START = 'http.server.request.start';
const startChannel = diagnostics.channel(START);

let recorded: EarlyNames | null = null;

/** Null until they are known; servers create Node's messages then. */
export function getEarlyNames(): EarlyNames | null {
  return recorded;
}

/** Records them, which takes 2 ms. Returns why not, as a sentence, or null. */
export function recordEarlyNames(): string | null {
  if (findMessageClasses(new http.Server(), { IncomingMessage, ServerResponse }) === null) return NO_CLASSES;
  if (startChannel.hasSubscribers) return `Something subscribes to the diagnostics channel ${START}.`;
  const patched = [IncomingMessage.prototype, EventEmitter.prototype].find(isPatched);
  if (patched !== undefined) return `Something has patched a function of ${patched.constructor.name}.`;
  try {
    recorded ??= record();
    return null;
  } catch (error) {
    return `A server of Node does not work in memory: ${(error as Error)?.message}`;
  }
}

/** Whether somebody would see what is recorded. */
function isPatched(prototype: object): boolean {
  const { constructor: _, ...members } = Object.getOwnPropertyDescriptors(prototype);
  return Object.values(members).some(({ value, get, set }) =>
    [value, get, set].some((one) => typeof one === 'function' && !looksLikeNodes(one, one.name)),
  );
}

/** Sees what Node does with messages on connections that only exist in memory. */
function record(): EarlyNames {
  const [request, response] = [new Set<PropertyKey>(), new Set<PropertyKey>()];
  for (const { text, options } of SAMPLES) {
    /** Messages that the application has got. */
    const handed = new WeakSet<object>();
    const server = new http.Server({
      ...options,
      IncomingMessage: createRecorder(IncomingMessage, request, handed),
      ServerResponse: createRecorder(ServerResponse, response, handed),
    } as http.ServerOptions);
    connect(server, text, handed);
  }
  return { request: textsOf(request), response: textsOf(response) };
}

/** A class whose messages report each name that they do not have themselves. */
function createRecorder(Class: MessageClass, names: Set<PropertyKey>, handed: WeakSet<object>): unknown {
  const add = (name: PropertyKey, message: object) => {
    if (!handed.has(message)) names.add(name);
  };
  const prototype = new Proxy(Class.prototype, {
    get(target, name, message) {
      add(name, message);
      return Reflect.get(target, name, message);
    },
    set(target, name, value, message) {
      add(name, message);
      return Reflect.set(target, name, value, message);
    },
  });
  function Recorder(...args: unknown[]): object {
    return Reflect.construct(Class, args, Recorder);
  }
  Recorder.prototype = prototype;
  return Recorder;
}

function connect(server: http.Server, text: string, handed: WeakSet<object>): void {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, callback) => callback() });
  // An own `emit`: a patched one of the prototype must not see these requests.
  server.emit = (name: string, ...messages: any[]) => {
    if (name === 'request') for (const message of messages) handed.add(message);
    return true;
  };
  for (const listener of server.listeners('connection')) listener.call(server, socket);
  socket.emit('data', Buffer.from(text, 'latin1'));
  // It is not destroyed: Node would create an error, whose stack is formatted by users' functions. Nothing holds it.
}

/** Users cannot define Node's own symbols by accident. */
function textsOf(names: ReadonlySet<PropertyKey>): string[] {
  return [...names].filter((name): name is string => typeof name === 'string');
}

/**
 * Makes the check of a server, which runs for each request. `fields` are the names that the framework writes on a request before
 * Express would have set its prototypes.
 *
 * A method is compared by reading it, which would call an accessor under its name. So the first check, and those after one that has
 * failed, only look at descriptors.
 */
export function createOverrideCheck(names: EarlyNames, fields: readonly string[]): OverrideCheck {
  const { inheritsNames, inheritsValues } = checksOf(names, fields);
  let isCareful = true;
  return (requestPrototype, responsePrototype) => {
    isCareful = !succeeds(isCareful ? inheritsNames : inheritsValues, requestPrototype, responsePrototype);
    return !isCareful;
  };
}

interface Checks {
  /** By descriptors. */
  readonly inheritsNames: OverrideCheck;
  /** By reading values, if that can be generated. */
  readonly inheritsValues: OverrideCheck;
}

/** By the fields of a line: tests of applications create a server for each request. */
const checks = new Map<readonly string[], Checks>();

function checksOf(names: EarlyNames, fields: readonly string[]): Checks {
  let known = checks.get(fields);
  if (known === undefined) {
    const request = sortNames([...names.request, ...fields], IncomingMessage.prototype);
    const response = sortNames(names.response, ServerResponse.prototype);
    const inheritsNames = createCheck(request, response);
    known = {
      inheritsNames,
      inheritsValues: canGenerateCode ? generateCheck(request, response) : inheritsNames,
    };
    checks.set(fields, known);
  }
  return known;
}

/** False also if an accessor or a proxy of users has thrown. */
function succeeds(check: OverrideCheck, request: object, response: object): boolean {
  try {
    return check(request, response);
  } catch {
    return false;
  }
}

interface SortedNames {
  readonly all: readonly string[];
  readonly prototype: any;
  /** The names that Node's prototype does not have: Node gives the message a field. */
  readonly absent: readonly string[];
  readonly accessors: readonly string[];
  /** Methods, and `_events` and the like, which are undefined. */
  readonly values: readonly string[];
}

function sortNames(names: readonly string[], prototype: object): SortedNames {
  const all = [...new Set(names)];
  const present = all.filter((name) => name in prototype);
  const accessors = present.filter((name) => isAccessor(prototype, name));
  const values = present.filter((name) => !accessors.includes(name));
  return { all, prototype, absent: all.filter((name) => !(name in prototype)), accessors, values };
}

function isAccessor(prototype: object, name: string): boolean {
  let at = prototype;
  while (!Object.hasOwn(at, name)) at = Object.getPrototypeOf(at);
  return !('value' in Object.getOwnPropertyDescriptor(at, name)!);
}

/** Whether no prototype in front of Node's has one of the names. */
function inheritsAll(prototype: object, { all, absent, prototype: node }: SortedNames): boolean {
  return inherits(prototype, node, all) && absent.every((name) => !(name in prototype));
}

function inherits(from: object, node: object, names: readonly string[]): boolean {
  for (let at = from; at !== node; at = Object.getPrototypeOf(at)) {
    // A proxy would see what is looked up.
    if (at === null || types.isProxy(at) || names.some((name) => Object.hasOwn(at, name))) return false;
  }
  return true;
}

/**
 * Names are written into the code, because V8 then compiles the whole of it to a few checks of hidden classes: 10 ns, and 20 for each
 * `hasOwn`. In a loop it would take 3 microseconds.
 */
function generateCheck(request: SortedNames, response: SortedNames): OverrideCheck {
  const conditions = [...conditionsOf(request, 'request'), ...conditionsOf(response, 'response')];
  const code = `
    const { getPrototypeOf, hasOwn } = Object;
    ${generateInherits('request', request)}
    ${generateInherits('response', response)}
    return (request, response) => ${conditions.join(' && ')};`;
  return new Function('nodeOf', code)({ request: request.prototype, response: response.prototype });
}

function conditionsOf({ absent, values }: SortedNames, message: string): string[] {
  return [
    `${message}Inherits(${message})`,
    ...absent.map((name) => `!(${JSON.stringify(name)} in ${message})`),
    ...values.map(
      (name) => `${message}[${JSON.stringify(name)}] === nodeOf.${message}[${JSON.stringify(name)}]`,
    ),
  ];
}

function generateInherits(message: string, { accessors }: SortedNames): string {
  const conditions = ['at === null', ...accessors.map((name) => `hasOwn(at, ${JSON.stringify(name)})`)];
  return `function ${message}Inherits(from) {
    for (let at = from; at !== nodeOf.${message}; at = getPrototypeOf(at)) if (${conditions.join(' || ')}) return false;
    return true;
  }`;
}

/** The same by descriptors, and without code generation. */
function createCheck(request: SortedNames, response: SortedNames): OverrideCheck {
  return (requestPrototype, responsePrototype) =>
    inheritsAll(requestPrototype, request) && inheritsAll(responsePrototype, response);
}
