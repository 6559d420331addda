/**
 * The response to a request that no layer has responded to: the error page, 405 if the setting `method not allowed` is on, or
 * 404. These are finalhandler's pages; most 404s are sent from here, with the same bytes in less time.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import finalhandler from 'finalhandler';
import parseurl from 'parseurl';
import { matchLayer, pathInsideMount } from '../../compiler/interpret.js';
import type { DispatchList, InnerList } from '../../compiler/ir.js';
import type { App } from '../contracts/app.js';
import type { Next } from '../contracts/handler.js';
import type { LayerLike } from '../contracts/layer.js';
import { looksLikeNodes } from '../node-functions.js';
import { isFastPathEnabled } from '../node-internals.js';
import { LayerState } from '../registration/layer.js';
import { plainSettings, readSetting } from '../registration/settings.js';
import { mountedTable, type Table, tableOf } from '../registration/table.js';
import { endWithBody } from '../response/fast-path/end.js';
import { type Head, headOf } from '../response/fast-path/head.js';
import {
  areListenersUnobserved,
  isPristineRemoveHeader,
  isUnobserved,
} from '../response/fast-path/pristine.js';
import { isHttp2, resetStream } from '../server/http2.js';
import { kPeekRouter } from '../symbols.js';
import { parsePath } from './url.js';

/**
 * Creates the callback for a request that no layer responds to. finalhandler is only created when the callback is called. `env` is
 * read earlier, because a handler may change it. `formatError` returns the text that is logged for an error.
 */
export function finalHandler(
  app: App,
  req: IncomingMessage,
  res: ServerResponse,
  formatError: (error: any) => unknown = identity,
): Next {
  const settings = plainSettings(app);
  const env = settings === null ? readSetting(app, 'env') : settings.env;
  return (error) => {
    if (error && isHttp2(req)) resetStream(res);
    const methodError = error || res.headersSent ? undefined : createMethodError(app, req);
    if (methodError !== undefined) {
      finalhandler(req, res, { env })(methodError);
    } else if (error || !sendNotFound(req, res)) {
      const onerror = (failure: unknown): void => {
        if (app.get('env') !== 'test') console.error(formatError(failure));
      };
      finalhandler(req, res, { env, onerror })(error);
    }
  };
}

function identity(error: unknown): unknown {
  return error;
}

/** The error for a 405, if the setting `method not allowed` is on and the path only has routes for other methods. */
function createMethodError(app: App, req: IncomingMessage): unknown {
  // `app.enabled` is not used, because Express does not call it here.
  if (!app.settings?.['method not allowed']) return undefined;
  const table = tableOf((app as unknown as { [kPeekRouter]?(): unknown })[kPeekRouter]?.());
  const path = parsePath(req, parseurl);
  const methods = table === null || !path ? null : otherMethods(table, req.method!, path);
  if (methods === null || methods.length === 0) return undefined;
  // Without stack and message, so that the page only shows the status.
  return Object.assign(Object.create(null), {
    status: 405,
    headers: { Allow: table!.line.allow(methods) },
  });
}

// 405: the methods of a path

/**
 * The methods of a path's routes, including those of mounted routers, as OPTIONS would list them; null if one of the routes
 * handles the method, since its handlers then chose not to respond.
 */
function otherMethods(table: Table, method: string, path: string): string[] | null {
  const program = table.getProgram();
  // The dispatch lists of OPTIONS have all routes, because the automatic response lists their methods.
  const list = program?.findListByPath('OPTIONS', path) ?? null;
  const methods: string[] = [];
  /** From the root to the current router. Not recursive, because routers may be nested deeper than the call stack. */
  const visits = [new Visit(table, list, list === null ? 0 : program!.length, path)];
  while (visits.length > 0) {
    const visit = visits.at(-1)!;
    const found = visit.next();
    if (found === null) {
      visits.pop();
    } else if (found.layer.route) {
      const { line } = visit.table;
      methods.push(...line.listMethods(found.layer.route));
      if (line.handlesMethod(found.layer.route, method)) return null;
    } else {
      const inside = enter(found);
      if (inside !== null) visits.push(inside);
    }
  }
  return methods;
}

/** A layer that matches, the list inside it, and the path relative to the router mounted there. */
interface Found {
  readonly layer: LayerLike;
  readonly inner: InnerList<LayerLike> | null;
  readonly rest: string;
}

/** The search for a path in the layers of one router. `list` covers the first `length` of them. */
class Visit {
  readonly table: Table;
  readonly #path: string;
  readonly #steps: Iterator<Pick<Found, 'layer' | 'inner'>>;

  constructor(table: Table, list: DispatchList<LayerLike> | null, length: number, path: string) {
    this.table = table;
    this.#path = path;
    this.#steps = stepsOf(table, list, length);
  }

  next(): Found | null {
    for (;;) {
      const { done, value } = this.#steps.next();
      if (done) return null;
      const { layer, inner } = value;
      const matched = matchLayer(this.table.line, { layer, methods: layer.route ? '*' : null }, this.#path);
      if (matched !== null) return { layer, inner, rest: pathInsideMount(this.#path, matched) };
    }
  }
}

function* stepsOf(
  table: Table,
  list: DispatchList<LayerLike> | null,
  length: number,
): Generator<Pick<Found, 'layer' | 'inner'>> {
  if (list !== null) yield* list;
  for (const layer of table.layers.slice(length)) yield { layer, inner: null };
}

/** Enters the router that is mounted at a layer, if one is. */
function enter({ layer, inner, rest }: Found): Visit | null {
  const mounted = mountedTable(LayerState.sourceOf(layer)?.fn);
  if (mounted === null) return null;
  const isCurrent = inner !== null && inner.owner === mounted && inner.version === mounted.version;
  return new Visit(mounted, isCurrent ? inner.list : null, isCurrent ? inner.length : 0, rest);
}

// 404: finalhandler's page

/** A header's name as it is sent, and in lower case. */
interface HeaderName {
  readonly name: string;
  readonly key: string;
}

/** The changes that finalhandler makes to a response. Its page is `before`, the path, and `after`. */
interface Page {
  readonly status: number;
  readonly message: string;
  /** Headers that it removes, and those that it sets before Content-Length. */
  readonly removed: readonly HeaderName[];
  readonly set: readonly (HeaderName & { readonly value: string })[];
  readonly before: string;
  readonly after: string;
}

/** Null if finalhandler does something unexpected. */
let page: Page | null | undefined;

/** Why the page is left to finalhandler, as a sentence; null if it is not. */
export function tryNotFound(): string | null {
  page ??= isFastPathEnabled ? recordPage() : null;
  if (page !== null) return null;
  return process.env.DEBUG
    ? 'DEBUG is set, and finalhandler prints its steps.'
    : 'finalhandler sends another page.';
}

/**
 * Sends finalhandler's page for a GET: the same bytes at the same time, when the request has ended, but with two listeners instead
 * of four, and with headers written directly to Node's record. Returns false, and does nothing, for requests that only finalhandler
 * handles: with bodies, patched methods or special characters.
 */
function sendNotFound(req: any, res: any): boolean {
  page ??= isFastPathEnabled ? recordPage() : null;
  if (page === null || !isPlain(req, res)) return false;
  const path = parsePath(req, parseurl.original);
  if (typeof path !== 'string' || !isPlainText(path)) return false;

  const respond = (): void => {
    req.removeListener('end', respond);
    req.removeListener('close', respond);
    writePage(req, res, page!, path);
  };
  req.unpipe();
  req.on('end', respond);
  // If the request is destroyed before it has ended.
  req.on('close', respond);
  req.resume();
  return true;
}

const { on, removeListener, unpipe, resume } = Readable.prototype;
/** These have no name. */
const areNodes = [unpipe, resume].every((one) => looksLikeNodes(one, ''));

/**
 * Whether the request has no body, has not ended yet, and is unobserved, as is its response. It has no listeners, not even those of
 * on-finished. It is not flowing yet, so it ends after it is resumed here, in the asynchronous context in which finalhandler would respond.
 */
function isPlain(req: any, res: any): boolean {
  const { socket, headers } = req;
  return (
    req.method === 'GET' &&
    !req.upgrade &&
    req.readable === true &&
    req.readableFlowing === null &&
    req._eventsCount === 0 &&
    socket?.readable === true &&
    req.httpVersionMajor === 1 &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    req.on === on &&
    req.removeListener === removeListener &&
    req.unpipe === unpipe &&
    req.resume === resume &&
    areNodes &&
    areListenersUnobserved(socket) &&
    openHead(res) !== null
  );
}

/** The record of a response's headers, if nobody observes how they are changed and sent. */
function openHead(res: any): Head | null {
  return isUnobserved(res) && isPristineRemoveHeader(res.removeHeader) ? headOf(res) : null;
}

/** Whether a path appears on the page unescaped. */
function isPlainText(path: string): boolean {
  return PLAIN_TEXT.test(path);
}

const PLAIN_TEXT = /^[\w\-./~]*$/;

function writePage(
  req: any,
  res: any,
  { status, message, removed, set, before, after }: Page,
  path: string,
): void {
  const body = before + path + after;
  res.statusCode = status;
  res.statusMessage = message;
  // By now the methods may have been patched, the response sent, or the request changed to a HEAD, which gets no body.
  const head = req.method === 'GET' ? openHead(res) : null;
  if (head !== null) {
    for (const { key } of removed) if (head[key] !== undefined) delete head[key];
    for (const { key, name, value } of set) head[key] = [name, value];
    head['content-length'] = ['Content-Length', body.length];
    endWithBody(res, body, 'utf8');
  } else {
    for (const { name } of removed) res.removeHeader(name);
    for (const { name, value } of set) res.setHeader(name, value);
    res.setHeader('Content-Length', body.length);
    if (req.method === 'HEAD') res.end();
    else res.end(body, 'utf8');
  }
}

/** Records what finalhandler does, by giving it a mock request and response. */
function recordPage(): Page | null {
  // finalhandler would print debug output.
  if (process.env.DEBUG) return null;
  const path = '/a/path';
  const removed: string[] = [];
  const set: [name: string, value: unknown][] = [];
  const ends: unknown[][] = [];
  const res = {
    headersSent: false,
    statusCode: 200,
    statusMessage: '',
    removeHeader: (name: string) => removed.push(name),
    setHeader: (name: string, value: unknown) => set.push([name, value]),
    end: (...args: unknown[]) => ends.push(args),
  };
  const req = { method: 'GET', url: path, httpVersionMajor: 1, complete: true, readable: false };
  finalhandler(req as any, res as any, { env: 'production' })(undefined);

  const length = set.pop();
  const [body, encoding] = ends[0] ?? [];
  const parts = String(body).split(path);
  const isExpected =
    ends.length === 1 &&
    encoding === 'utf8' &&
    parts.length === 2 &&
    length?.[0] === 'Content-Length' &&
    length[1] === Buffer.byteLength(String(body)) &&
    length[1] === String(body).length &&
    set.every(([, value]) => typeof value === 'string');
  if (!isExpected) return null;
  const { statusCode: status, statusMessage: message } = res;
  return {
    status,
    message,
    removed: removed.map(headerName),
    set: set.map(([name, value]) => ({ ...headerName(name), value: value as string })),
    before: parts[0]!,
    after: parts[1]!,
  };
}

function headerName(name: string): HeaderName {
  return { name, key: name.toLowerCase() };
}
