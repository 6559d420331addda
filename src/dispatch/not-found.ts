/**
 * Answers a GET that no layer has answered with finalhandler's page: the same bytes at the same moment, when the request has
 * ended, but with two listeners instead of four, and with headers written to Node's record directly. finalhandler is asked once
 * what it does (`recordPage`); it answers itself whatever `isPlain` does not cover: bodies, wrapped methods, special characters.
 */
import { Readable } from 'node:stream';
import finalhandler from 'finalhandler';
import parseurl from 'parseurl';
import { endWithBody } from '../response/ending.js';
import { type Head, headOf } from '../response/head.js';
import { isUnwatched } from '../response/originals.js';
import { isNodesRemoveHeader } from '../response/stand-in.js';
import { parsePath } from './url.js';

/** As it is sent, and in lower case. */
interface HeaderName {
  readonly name: string;
  readonly key: string;
}

/** What finalhandler does to a response, with its page cut where the path stands. */
interface Page {
  readonly status: number;
  readonly message: string;
  /** Headers that it removes, and those that it sets before Content-Length. */
  readonly removed: readonly HeaderName[];
  readonly set: readonly (HeaderName & { readonly value: string })[];
  readonly before: string;
  readonly after: string;
}

/** Null if finalhandler does something that is not expected here. */
let page: Page | null | undefined;

/** Answers when the request has ended; false, and nothing is done, if that is left to finalhandler. */
export function answerNotFound(req: any, res: any): boolean {
  page ??= process.env.MAGLEV_SHORTCUTS === 'off' ? null : recordPage();
  if (page === null || !isPlain(req, res)) return false;
  const path = parsePath(req, parseurl.original);
  if (typeof path !== 'string' || !isPlainText(path)) return false;

  const answer = (): void => {
    req.removeListener('end', answer);
    req.removeListener('close', answer);
    writePage(req, res, page!, path);
  };
  req.unpipe();
  req.on('end', answer);
  // Of a request that is destroyed before it has ended.
  req.on('close', answer);
  req.resume();
  return true;
}

const { on, removeListener, unpipe, resume } = Readable.prototype;

/**
 * Whether the request has no body, has not ended yet, and nobody sees how it ends and how it is answered. Nobody listens to it,
 * not even on-finished, whose listeners share one place. It does not flow yet: then it ends where it is resumed, and that is the
 * asynchronous context in which finalhandler would answer.
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
    openHead(res) !== null
  );
}

/** The record of a response's headers, if nobody sees how they are changed and sent. */
function openHead(res: any): Head | null {
  return isUnwatched(res) && isNodesRemoveHeader(res.removeHeader) ? headOf(res) : null;
}

/** Whether a path stands in the page as it is. */
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
  // Somebody may have wrapped its methods or answered since, or made it a HEAD, which finalhandler gives no body.
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

/** Lets finalhandler answer a request that does not exist. */
function recordPage(): Page | null {
  // It tells its steps.
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
