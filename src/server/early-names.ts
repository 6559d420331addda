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
import { canGenerateCode } from '../../compiler/codegen.js';
import { looksLikeNodes } from '../node-functions.js';
import { findMessageClasses, isFastPathEnabled, RECORDED_MAJORS, RECORDED_NAMES } from '../node-internals.js';

type MessageClass = typeof http.IncomingMessage | typeof http.ServerResponse;

/** The names that Node uses on each message before an application gets it. */
export interface EarlyNames {
  readonly request: readonly string[];
  readonly response: readonly string[];
}

/** Whether users have defined none of the names on the prototypes of an application's messages. */
type Check = (request: object, response: object) => boolean;

export interface OverrideCheck {
  /** Looks at the names of fields and methods. */
  readonly hasNoFields: Check;
  /** Looks at the names of Node's accessors. A connection that is taken over calls Node's own. */
  readonly hasNoAccessors: Check;
}

const isRecorded = RECORDED_MAJORS.includes(Number.parseInt(process.versions.node, 10));

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

/** What Node's own members are under these names. */
export interface EarlyMembers {
  readonly request: Members;
  readonly response: Members;
}

let found: EarlyMembers | null = null;
let isTried = false;

/** Null until they are known, and if they cannot be: servers create Node's messages then. */
export function getEarlyMembers(): EarlyMembers | null {
  // Before the first request: if the first ones had Node's messages, V8 would optimize Node for both kinds, which costs 6 % for ever.
  if (!isTried && isRecorded && isFastPathEnabled) readMembers(RECORDED_NAMES);
  return found;
}

/** Finds them out. Returns why not, as a sentence, or null. */
export function findEarlyMembers(): string | null {
  if (findMessageClasses(new http.Server(), { IncomingMessage, ServerResponse }) === null) return NO_CLASSES;
  if (found !== null) return null;
  const names = isRecorded ? RECORDED_NAMES : tryRecording();
  return typeof names === 'string' ? names : readMembers(names);
}

function readMembers(names: EarlyNames): string | null {
  isTried = true;
  const request = membersOf(IncomingMessage.prototype, names.request);
  const response = membersOf(ServerResponse.prototype, names.response);
  const patched = findPatched(request) ?? findPatched(response);
  if (patched !== undefined)
    return `Something has replaced \`${patched}\`, which Node uses before an application gets a message.`;
  found = { request, response };
  return null;
}

/** Returns the names, or why they cannot be recorded. */
function tryRecording(): EarlyNames | string {
  if (startChannel.hasSubscribers) return `Something subscribes to the diagnostics channel ${START}.`;
  const patched = [IncomingMessage.prototype, EventEmitter.prototype].find(isPatched);
  if (patched !== undefined) return `Something has patched a function of ${patched.constructor.name}.`;
  try {
    return recordEarlyNames();
  } catch (error) {
    return `A server of Node does not work in memory: ${(error as Error)?.message}`;
  }
}

/** The accessors that Node's messages have under early names. */
const ACCESSORS: readonly string[] = ['headers', 'socket'];

function findPatched({ values, accessors }: Members): string | undefined {
  const method = Object.keys(values).find((name) => {
    const value: any = values[name];
    return typeof value === 'function' && !looksLikeNodes(value, value.name);
  });
  return method ?? accessors.find((name) => !ACCESSORS.includes(name));
}

/** Whether somebody would see what is recorded. */
function isPatched(prototype: object): boolean {
  const { constructor: _, ...members } = Object.getOwnPropertyDescriptors(prototype);
  return Object.values(members).some(({ value, get, set }) =>
    [value, get, set].some((one) => typeof one === 'function' && !looksLikeNodes(one, one.name)),
  );
}

/** Sees what Node does with messages on connections that only exist in memory. */
export function recordEarlyNames(): EarlyNames {
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

const { setHeader } = ServerResponse.prototype;

function connect(server: http.Server, text: string, handed: WeakSet<object>): void {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, callback) => callback() });
  // An own `emit`: a patched one of the prototype must not see these requests.
  server.emit = (name: string, ...messages: any[]) => {
    if (name !== 'request') return true;
    // Express sets a header before it changes the prototypes.
    setHeader.call(messages[1], 'X-Sample', 'a');
    for (const message of messages) handed.add(message);
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

/** What a line does to messages before Express would have set their prototypes. Its lists are the same for all applications. */
interface Additions {
  /** The names that it writes on a request. */
  readonly fields: readonly string[];
  /** The methods that it has put on responses in place of Node's. */
  readonly methods: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Makes the check of a server, which runs for each request.
 *
 * A method is compared by reading it, which would call an accessor under its name. So the first check, and those after one that has
 * failed, only look at descriptors.
 */
export function createOverrideCheck(members: EarlyMembers, additions: Additions): OverrideCheck {
  const { inheritsNames, inheritsValues, inheritsAccessors } = checksOf(members, additions);
  let isCareful = true;
  return {
    hasNoFields(request, response) {
      isCareful = !succeeds(isCareful ? inheritsNames : inheritsValues, request, response);
      return !isCareful;
    },
    hasNoAccessors: (request, response) => succeeds(inheritsAccessors, request, response),
  };
}

interface Checks {
  /** By descriptors, accessors included. */
  readonly inheritsNames: Check;
  /** By reading values, if that can be generated. */
  readonly inheritsValues: Check;
  readonly inheritsAccessors: Check;
}

/** By the fields of a line: tests of applications create a server for each request. */
const checks = new Map<readonly string[], Checks>();

function checksOf(members: EarlyMembers, { fields, methods }: Additions): Checks {
  let known = checks.get(fields);
  if (known === undefined) {
    const request = withFields(members.request, fields);
    const response = { ...members.response, values: { ...members.response.values, ...methods } };
    const inheritsNames = createCheck(request, response);
    const generated = canGenerateCode ? generateChecks(request, response) : undefined;
    known = { inheritsNames, inheritsValues: inheritsNames, inheritsAccessors: inheritsNames, ...generated };
    checks.set(fields, known);
  }
  return known;
}

/** False also if an accessor or a proxy of users has thrown. */
function succeeds(check: Check, request: object, response: object): boolean {
  try {
    return check(request, response);
  } catch {
    return false;
  }
}

interface Members {
  readonly names: readonly string[];
  readonly prototype: object;
  /** The names that Node's prototype does not have: Node gives the message a field. */
  readonly absent: readonly string[];
  readonly accessors: readonly string[];
  /** Methods, and `_events` and the like, which are undefined. */
  readonly values: Readonly<Record<string, unknown>>;
}

function membersOf(prototype: object, names: readonly string[]): Members {
  const accessors = names.filter((name) => name in prototype && isAccessor(prototype, name));
  const others = names.filter((name) => name in prototype && !accessors.includes(name));
  return {
    names,
    prototype,
    absent: names.filter((name) => !(name in prototype)),
    accessors,
    values: Object.fromEntries(others.map((name) => [name, (prototype as any)[name]])),
  };
}

function withFields(members: Members, fields: readonly string[]): Members {
  const added = fields.filter((name) => !members.names.includes(name));
  const { absent, accessors, values } = membersOf(members.prototype, added);
  return {
    names: [...members.names, ...added],
    prototype: members.prototype,
    absent: [...members.absent, ...absent],
    accessors: [...members.accessors, ...accessors],
    values: { ...members.values, ...values },
  };
}

function isAccessor(prototype: object, name: string): boolean {
  let at = prototype;
  while (!Object.hasOwn(at, name)) at = Object.getPrototypeOf(at);
  return !('value' in Object.getOwnPropertyDescriptor(at, name)!);
}

/** Whether everything under the names is as it should be; no accessor is called. */
function inheritsAll(from: any, members: Members): boolean {
  const { absent, values } = members;
  return (
    isFreeOfOthers(from, members) &&
    absent.every((name) => !(name in from)) &&
    Object.keys(values).every((name) => from[name] === values[name])
  );
}

/** Whether no prototype in front of Node's has one of the names, with another value than it should have. */
function isFreeOfOthers(from: object, { names, values, prototype }: Members): boolean {
  const isOther = (at: object, name: string): boolean => {
    const own = Object.getOwnPropertyDescriptor(at, name);
    return (
      own !== undefined && !(Object.hasOwn(values, name) && 'value' in own && own.value === values[name])
    );
  };
  for (let at = from; at !== prototype; at = Object.getPrototypeOf(at)) {
    // A proxy would see what is looked up.
    if (at === null || types.isProxy(at) || names.some((name) => isOther(at, name))) return false;
  }
  return true;
}

/**
 * Names are written into the code, because V8 then compiles it to a few checks of hidden classes: 10 ns for some 60 names. In a loop it
 * would take 3 microseconds. Accessors must not be read, so for these it is 40 ns for each accessor and prototype.
 */
function generateChecks(request: Members, response: Members): Omit<Checks, 'inheritsNames'> {
  const values = [...conditionsOf(request, 'request'), ...conditionsOf(response, 'response')];
  const accessors = [request, response].map(({ accessors: names }, i) => {
    const message = i === 0 ? 'request' : 'response';
    const conditions = ['at !== null', ...names.map((name) => `!hasOwn(at, ${JSON.stringify(name)})`)];
    return `for (let at = ${message}; at !== nodes.${message}.prototype; at = getPrototypeOf(at)) if (!(${conditions.join(' && ')})) return false;`;
  });
  const code = `
    const { getPrototypeOf, hasOwn } = Object;
    return {
      inheritsValues: (request, response) => ${values.join(' && ')},
      inheritsAccessors(request, response) { ${accessors.join(' ')} return true; },
    };`;
  return new Function('nodes', code)({ request, response });
}

function conditionsOf({ absent, values }: Members, message: string): string[] {
  return [
    ...absent.map((name) => `!(${JSON.stringify(name)} in ${message})`),
    ...Object.keys(values).map(
      (name) => `${message}[${JSON.stringify(name)}] === nodes.${message}.values[${JSON.stringify(name)}]`,
    ),
  ];
}

/** The same by descriptors, and without code generation. */
function createCheck(request: Members, response: Members): Check {
  return (requestPrototype, responsePrototype) =>
    inheritsAll(requestPrototype, request) && inheritsAll(responsePrototype, response);
}
