/**
 * The undocumented parts of Node that maglev uses. All of them are listed here: what they are for, which versions of Node have them,
 * and what happens without them. `npm run test:runtimes` runs the tests on Node 20, 22, 24 and 26.
 *
 * How Node's own functions are told from those that others have put in their place is in src/node-functions.ts.
 *
 * The hot path reads and writes fields such as `res._header` in place, because a function around each would cost more than the access.
 * The interfaces at the end of this file describe these fields; `test/structure` checks that none is missing.
 */
import type http from 'node:http';
import { OutgoingMessage } from 'node:http';
import { Socket } from 'node:net';
import url from 'node:url';

/**
 * Whether maglev may take the fast path: `MAGLEV_FAST_PATH=off` switches all of it off. The head of a response is then written by
 * `setHeader` and `writeHead`, and requests only have the fields that Node sets.
 */
export const isFastPathEnabled: boolean = process.env.MAGLEV_FAST_PATH !== 'off';

/** Why the fast path is off then. */
export const OFF_BY_USER = 'MAGLEV_FAST_PATH is off.';

/** Node's methods of sockets. Without members if a test mocks `net`: the fast path is then off. */
export const socketPrototype: any = Socket?.prototype ?? {};

/**
 * The accessors that Node's messages inherit, and the methods of http.OutgoingMessage that http.ServerResponse overrides.
 *
 * For: telling a Node that has them from somebody who has added them, without calling them (src/response/fast-path/pristine.ts).
 * Versions: Node 20 to 26 have these, or some of them.
 * With others: an accessor that is new in Node is recognized by calling it; with a new override, the fast path is off.
 */
export const ACCESSORS_OF_NODE: ReadonlySet<string> = new Set([
  '_headerNames',
  '_headers',
  'closed',
  'connection',
  'errored',
  'headersSent',
  'socket',
  'writableCorked',
  'writableEnded',
  'writableFinished',
  'writableHighWaterMark',
  'writableLength',
  'writableNeedDrain',
  'writableObjectMode',
]);
export const OVERRIDDEN_BY_NODE: ReadonlySet<string> = new Set(['_finish', '_implicitHeader']);

/**
 * The class that parseurl instantiates for `req._parsedUrl`; in the types it is an interface only.
 *
 * For: setting `req._parsedUrl` as parseurl does, without parsing.
 * Versions: Node 20 to 26.
 * Without it: plain objects, which parseurl then makes as well.
 */
export const Url = (url as unknown as { Url?: new () => any }).Url;
export const ParsedUrl: new () => any = Url ?? Object;

/**
 * The symbol under which a message stores its headers (`kOutHeaders`): by lower-case name, `[name, value]`.
 *
 * For: setting headers without `setHeader`, and serializing the head.
 * Versions: Node 20 to 26.
 * Under another name: it is the symbol under which a header appears that is set on a sample.
 * Without it: headers are set by `setHeader`, and Node writes the head.
 */
export function findHeadersSymbol(message: object): symbol | undefined {
  return findSymbol(message, 'kOutHeaders') ?? findHeadersSymbolByEffect();
}

function findHeadersSymbolByEffect(): symbol | undefined {
  try {
    const sample = new OutgoingMessage();
    sample.setHeader('X-Sample', 'a');
    const fields = sample as unknown as Record<symbol, Record<string, unknown> | null | undefined>;
    return Object.getOwnPropertySymbols(sample).find((symbol) => Array.isArray(fields[symbol]?.['x-sample']));
  } catch {
    // Somebody has patched `setHeader`.
    return undefined;
  }
}

/**
 * The symbols under which a server stores the classes of its messages, which can be passed as options to `http.createServer`. Null if
 * the server has other classes than Node's.
 *
 * For: making a server create messages with the application's prototypes (src/server/message-classes.ts).
 * Versions: Node 20 to 26.
 * Without them: the prototypes of each message are changed when it arrives, as Express does, which is slower.
 */
export function findMessageClasses(
  server: http.Server,
  { IncomingMessage, ServerResponse }: Pick<typeof http, 'IncomingMessage' | 'ServerResponse'>,
): { readonly request: symbol; readonly response: symbol } | null {
  const request = findSymbol(server, 'IncomingMessage');
  const response = findSymbol(server, 'ServerResponse');
  if (request === undefined || response === undefined) return null;
  const classes = server as unknown as Record<symbol, unknown>;
  const areNodes = classes[request] === IncomingMessage && classes[response] === ServerResponse;
  return areNodes ? { request, response } : null;
}

/**
 * The names that Node reads, writes and calls on a message before an application gets it, as `recordEarlyNames` records them
 * (src/server/early-names.ts). All versions together; the tests fail on a version that uses another one.
 *
 * For: creating messages with the application's prototypes only while users define none of these names.
 * Versions: Node 20 to 26.
 * On other versions: they are recorded at run time. That takes 2 ms, and each request costs 9 % more (Node 26, JSON), because V8 has
 * then seen proxies where Node's server uses its messages.
 */
export const RECORDED_MAJORS: readonly number[] = [20, 22, 24, 26];
export const RECORDED_NAMES: Readonly<Record<'request' | 'response', readonly string[]>> = {
  request: [
    '_events',
    '_readableState',
    '_maxListeners',
    '_construct',
    'socket',
    'httpVersionMajor',
    'httpVersionMinor',
    'httpVersion',
    'complete',
    'rawHeaders',
    'rawTrailers',
    'joinDuplicateHeaders',
    'aborted',
    'upgrade',
    'url',
    'method',
    'statusCode',
    'statusMessage',
    'client',
    '_consuming',
    '_dumped',
    '_addHeaderLines',
    'headers',
    '_addHeaderLine',
    '_dumpAndCloseReadable',
    '_read',
  ],
  response: [
    '_events',
    '_eventsCount',
    '_maxListeners',
    'outputData',
    'outputSize',
    'writable',
    'destroyed',
    '_last',
    'chunkedEncoding',
    'shouldKeepAlive',
    'maxRequestsOnConnectionReached',
    '_defaultKeepAlive',
    'useChunkedEncodingByDefault',
    'sendDate',
    '_removedConnection',
    '_removedContLen',
    '_removedTE',
    'strictContentLength',
    '_contentLength',
    '_hasBody',
    '_trailer',
    'finished',
    '_headerSent',
    '_closed',
    '_header',
    '_keepAliveTimeout',
    '_onPendingData',
    'req',
    '_sent100',
    '_expect_continue',
    '_maxRequestsPerSocket',
    'assignSocket',
    'socket',
    'emit',
    '_flush',
    '_flushOutput',
    'on',
    '_isLenientHeaderValidation',
    'httpValidation',
    'insecureHTTPParser',
  ],
};

/**
 * The open connections of a server. Node's list of handles has those that were upgraded, but none that was unreferenced; the server's own
 * list of parsers has the unreferenced ones, but none that was upgraded.
 *
 * For: `app.close`, which has to know connections that were opened before it was called.
 * Versions: `process._getActiveHandles` (deprecated, DEP0161) and the symbol `http.server.connections` exist in Node 20 to 26.
 * Without them: `app.close` waits until such connections end.
 */
export function connectionsOf(server: http.Server): Set<Connection> {
  const handles = (process as unknown as { _getActiveHandles?(): unknown[] })._getActiveHandles?.() ?? [];
  const ofServer = handles.filter((handle): handle is Connection => {
    return handle instanceof Socket && (handle as Socket & { server?: http.Server }).server === server;
  });
  const open = [...ofServer, ...parsersOf(server).flatMap(({ socket }) => socket ?? [])];
  return new Set(open.filter(({ destroyed }) => !destroyed));
}

function parsersOf(server: http.Server): { socket?: Connection | null }[] {
  const symbol = findSymbol(server, 'http.server.connections');
  return symbol === undefined ? [] : ((server as any)[symbol]?.all?.() ?? []);
}

export function findSymbol(owner: object, name: string): symbol | undefined {
  return Object.getOwnPropertySymbols(owner).find(({ description }) => description === name);
}

/**
 * Fields of a response (http.OutgoingMessage, http.ServerResponse).
 *
 * For: the fast path, which reads and writes the fields that Node's own methods read and write. `_last` is also used by `app.close` and
 * for files that are shorter than expected, `_header` also by 3.x, because Express 3 uses it.
 * Versions: Node 20 to 26, unless noted.
 * Without one of them: the self-tests (`head-selftest.ts`, `writesTheSame` in `end.ts`) fail, and Node itself writes the response.
 */
export interface ResponseInternals {
  /** The head as it is sent; null until it has been written. */
  _header: string | null;
  _headerSent: boolean;
  /** Whether the response may have a body: not for HEAD, 204 and 304. */
  _hasBody: boolean;
  /** The Content-Length that `end` or the headers have set. */
  _contentLength: number | null;
  /** Whether these headers were removed, so that Node does not add them. */
  _removedConnection: boolean;
  _removedContLen: boolean;
  _removedTE: boolean;
  /** These determine the Connection and Keep-Alive headers that Node adds. */
  _defaultKeepAlive: boolean;
  _keepAliveTimeout: number;
  _maxRequestsPerSocket: number;
  maxRequestsOnConnectionReached: boolean;
  /** Whether a `100 Continue` is due. */
  _expect_continue: boolean;
  /** Whether the connection is closed after this response. */
  _last: boolean;
  /** Called with the number of bytes that wait for an earlier response on the connection; only servers set it. */
  _onPendingData: ((amount: number) => void) | null;
  /** The chunks that wait for the socket. */
  outputData: unknown[];
  finished: boolean;
  chunkedEncoding: boolean;
  useChunkedEncodingByDefault: boolean;
  /** Node's own steps from the head to the socket: a patched one is a reason not to take the fast path. */
  _implicitHeader(): void;
  _storeHeader(firstLine: string, headers: unknown): void;
  _send(data: unknown, encoding?: unknown, callback?: unknown): boolean;
  _writeRaw(data: unknown, encoding?: unknown, callback?: unknown): boolean;
  /** Since Node 24: called by `setHeader`. Responses of HTTP/2 get one, because middleware calls HTTP/1's `setHeader` on them. */
  _isLenientHeaderValidation?(): boolean;
}

/**
 * Fields of a connection.
 *
 * For: `app.close`, which needs to know whether a connection is busy; the parsers, which copy bytes that did not come from Node's HTTP
 * parser; the fast path for pipelined responses.
 * Versions: Node 20 to 26.
 * Without them: a connection counts as idle, and bytes are copied.
 */
export interface ConnectionInternals {
  /** The response that is being written. */
  _httpMessage?: (http.ServerResponse & Pick<ResponseInternals, 'finished' | '_last'>) | null;
  /** The HTTP parser, and the request that it has parsed last. */
  parser?: { incoming?: http.IncomingMessage | null } | null;
  /** What its writes go through, with the state that `cork` reads: if one is patched, or not there, Node writes the responses. */
  _writev?(chunks: unknown[], callback: unknown): void;
  _writeGeneric?(isVector: boolean, data: unknown, encoding: unknown, callback: unknown): void;
  readonly _writableState?: unknown;
}

export type Connection = Socket & ConnectionInternals;

/** What Node calls on a request, on a response and on their socket once the application has got them. */
export const LATE_METHODS = {
  request: [
    'on',
    'emit',
    'listenerCount',
    'removeListener',
    'removeAllListeners',
    'push',
    'read',
    'resume',
    'destroy',
    '_dump',
    '_read',
    '_destroy',
  ],
  response: ['emit', 'listenerCount', 'removeListener', 'detachSocket', 'cork', 'uncork', '_finish'],
  socket: ['removeListener', 'setTimeout', 'destroySoon'],
} as const;
type LateMethods = {
  readonly [Owner in keyof typeof LATE_METHODS]: Readonly<
    Record<(typeof LATE_METHODS)[Owner][number], unknown>
  >;
};

/**
 * What Node's server uses between its parser and the end of a response.
 *
 * For: doing without what nobody observes (src/server/connection.ts).
 * Versions: Node 20 to 26; those marked with `undefined` are missing in some.
 * Without one of them: connections are left to Node.
 */
export interface ExchangeInternals {
  /** On servers. */
  readonly kUniqueHeaders: symbol;
  readonly kOptimizeEmptyRequests: symbol;
  /** On responses: whether a write has returned false, what `performance` measures, whether all has been written (since Node 24). */
  readonly kNeedDrain: symbol;
  readonly kStatistics: symbol;
  readonly kWritableFinished: symbol | undefined;
  /** On requests, since Node 24: for `req.signal`. */
  readonly kAbortController: symbol | undefined;
  readonly kAbortSignalDetached: symbol | undefined;
  /**
   * On the state of a readable stream: its flags as one number, and this number for a request without a body: when the application gets
   * it, when Node has dumped it, and when it is closed.
   */
  readonly kState: symbol;
  readonly initialState: number;
  readonly dumpedState: number;
  readonly finalState: number;
  /** On sockets: the timer of `setTimeout`. */
  readonly kTimeout: symbol;
  /** On responses, since Node 24: the callbacks of `end`. */
  readonly kEndCallbacks: symbol;
  /** Methods that Node calls on both messages and on the socket after the application got them. */
  readonly methods: LateMethods;
  /** `_finish` of http.OutgoingMessage, which that of http.ServerResponse calls, and `on` of net.Socket, which that of sockets calls. */
  readonly outgoingFinish: unknown;
  readonly socketOn: unknown;
  /** Does what Node does when the last bytes of a response are written. */
  readonly emitFinish: (res: any, error: unknown) => void;
  /**
   * Fields in use: `_traceEventId` of responses while trace events are on; `_paused` of sockets, whether Node reads no more requests;
   * `_hadError` of sockets after an error; `_onTimeout` of sockets, which Node's timer calls; `_destroyed` of that timer.
   */
  /** The listener that Node adds to the socket of each response. */
  readonly onResponseClose: (this: unknown) => void;
  /** The listener that Node leaves on each request that nobody has read; undefined until it has been seen. */
  readonly requestOnEnd: () => unknown;
}

/**
 * Fields of every EventEmitter.
 *
 * For: `_events`, to check for each request whether anything but the application listens to a server; `_eventsCount`, which requests get
 * from the start so that all of them have one hidden class, and which is 0 if a request has no listeners.
 * Versions: Node 20 to 26.
 * Without them: messages are Node's own, and finalhandler sends the 404 page.
 */
export interface EmitterInternals {
  _events: Record<string, unknown>;
  _eventsCount: number;
}

/** Whether something listens to an event, without calling `listenerCount`, which users may have wrapped. */
export function hasListeners(emitter: object, event: string): boolean {
  return (emitter as EmitterInternals)._events?.[event] !== undefined;
}

/**
 * Fields of a readable stream, which raw-body reads as well.
 *
 * For: rejecting a body whose stream has an encoding, and so emits strings.
 * Versions: `_readableState` in Node 20 to 26; `_decoder` only in streams of others that follow Node 0.8.
 * Without them: such a body is parsed from its strings.
 */
export interface ReadableInternals {
  _readableState?: { readonly encoding?: unknown; readonly decoder?: unknown };
  _decoder?: unknown;
}

/**
 * Functions of `node:module` that `require` calls.
 *
 * For: `_load`, to load packages without the mocks that were installed later, and send of 4.x without generated code;
 * `_resolveFilename`, by which `maglev/register` redirects `require` (src/register/ imports nothing, not even this file).
 * Versions: Node 20 to 26.
 */
export interface ModuleInternals {
  _load(request: string, ...rest: unknown[]): any;
  _resolveFilename(request: string, ...rest: unknown[]): string;
}

/**
 * A field of servers that counts the calls of `listen` and `close`. A `listen` that waits for an address or for the primary process of a
 * cluster is forgotten when it changes.
 *
 * For: `app.close`, to see whether a server was closed since it was told to listen.
 * Versions: Node 20.20 to 26.
 * Without it: a server that waits has three more listeners until it listens.
 */
export function listeningIdOf(server: object): unknown {
  return (server as { _listeningId?: unknown })._listeningId;
}

/** Node adds to this list. Read once: it is looked at for each response. */
const { moduleLoadList } = process as unknown as { moduleLoadList?: readonly string[] };
let modules = -1;
const loadedModules = new Set<string>();

/**
 * Whether a built-in module is loaded, without loading it.
 *
 * For: ETags, for which `crypto` is not loaded while texts are short.
 * Versions: `process.moduleLoadList` in Node 20 to 26.
 * Without it: modules count as loaded.
 */
export function isLoaded(name: string): boolean {
  if (moduleLoadList === undefined) return true;
  if (moduleLoadList.length !== modules) {
    modules = moduleLoadList.length;
    for (const one of moduleLoadList) loadedModules.add(one);
  }
  return loadedModules.has(`NativeModule ${name}`);
}
