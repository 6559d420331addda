import { Buffer } from 'node:buffer';
import type { Request, Response } from 'express-serve-static-core';
import statuses from 'statuses';
import { byteLength, isBuffer } from '../bytes.js';
import type { App } from '../contracts/app.js';
import { canTagText, type ETagFunction, tagLongText, tagShortText } from '../etag.js';
import { Memo, ownText } from '../memo.js';
import { plainSettings, readSetting } from '../registration/settings.js';
import { endWithBody, endWithoutBody, type TextEncoding } from './fast-path/end.js';
import { dropHeaders, type Head, headOf } from './fast-path/head.js';
import { isPristineRemoveHeader, isUnobserved } from './fast-path/pristine.js';
import { type HeaderMembers, HTML_TYPE, JSON_TYPE } from './headers.js';
import type { ResponseLine } from './line.js';

type Chunk = any;

/** Shorter texts without an ETag are encoded by Node. */
const SHORT_TEXT = 1000;
/** Texts of at least this length are encoded once, for the ETag and for the socket. */
const LONG_TEXT = 16_384;

/** `headerMembers` are the line's header methods. If one of them is patched, it is called for every header. */
export function createBody(line: ResponseLine, headerMembers: HeaderMembers) {
  /**
   * Send a string, a buffer or a value as JSON, with length, ETag and conditional GET.
   *
   * @example res.send('<p>some html</p>');
   */
  function send(this: Response, body?: any): Response {
    if (typeof body === 'string' && body.length < LONG_TEXT && canSkipSetHeader(this)) {
      const head = headOf(this);
      if (head !== null) {
        const app = this.app as App;
        const settings = plainSettings(app);
        const generate = settings === null ? readSetting(app, 'etag fn') : settings['etag fn'];
        const canTag = typeof generate !== 'function' || canTagText(generate);
        return canTag ? sendText(this, body, head, generate) : sendBody(this, body, generate);
      }
    }
    return sendBody(this, body);
  }

  /**
   * Whether headers can be written directly to Node's record: no patched member would have been called. False without a live socket:
   * Node then counts the pieces that it is given, which must be those of Express.
   */
  function canSkipSetHeader(res: any): boolean {
    return (
      isUnobserved(res) &&
      !res.socket?.destroyed &&
      res.set === headerMembers.header &&
      res.get === headerMembers.get &&
      res.type === headerMembers.contentType
    );
  }

  /** `sendBody` for a text, with headers written directly to Node's record. `generate` is one of ours, which `canTagText` has checked. */
  function sendText(res: Response, text: string, head: Head, generate: ETagFunction | undefined): Response {
    putTextType(res, head);
    const canTag = typeof generate === 'function' && !head.etag?.[1];
    const shortTag = canTag ? tagShortText(generate, text) : null;
    const length = shortTag === null ? byteLength(text) : text.length;
    const tag = shortTag ?? (canTag ? tagLongText(generate, text) : undefined);
    if (head['transfer-encoding'] === undefined || line.sendsLength(res)) {
      head['content-length'] = ['Content-Length', `${length}`];
    }
    if (tag !== undefined) head.etag = ['ETag', tag];
    else if (text.length < SHORT_TEXT) return endResponse(res, text, 'utf8');
    // Node writes headers in the encoding of a string that follows them, and in Latin 1 before a buffer.
    return length === text.length && length > 0
      ? endResponse(res, text, 'latin1')
      : endResponse(res, Buffer.from(text), undefined);
  }

  const textTypes = new Memo<string>(64);

  /** Sets Content-Type for a text. The result of `line.setTextType` depends only on the current type, so it is cached. */
  function putTextType(res: Response, head: Head): void {
    const entry = head['content-type'];
    if (entry !== undefined && entry[1] === JSON_TYPE && entry[0] === 'Content-Type') return;
    if (entry === undefined && line.isHtmlTypeStandard()) {
      head['content-type'] = ['Content-Type', HTML_TYPE];
      return;
    }
    const type = entry?.[1];
    const known = typeof type === 'string' ? textTypes.get(type) : undefined;
    if (known !== undefined) {
      head['content-type'] = ['Content-Type', known];
      return;
    }
    line.setTextType(res);
    if (typeof type === 'string') keepTextType(type, head['content-type']?.[1]);
  }

  function keepTextType(type: string, result: unknown): void {
    // `line.setTextType` may set `false`, for an empty type.
    if (typeof result !== 'string') return;
    const [ownType, ownResult] = [ownText(type), ownText(result)];
    if (ownType !== null && ownResult !== null) textTypes.set(ownType, ownResult);
  }

  /** `generate` is the setting `etag fn` if it has been read: applications can observe how often that happens. */
  function sendBody(res: Response, body: any, generate?: ETagFunction): Response {
    const isBinary = line.isBinary(body);
    if (isJson(body) && !isBinary) return res.json(body);

    const isText = typeof body === 'string';
    if (isText) line.setTextType(res);
    else if (isBinary && !res.get('Content-Type')) res.type('bin');

    let chunk: Chunk = body === null ? '' : body;
    let encoding: 'utf8' | undefined = isText ? 'utf8' : undefined;

    const etag = etagFunctionFor(res, generate);
    if (chunk !== undefined) {
      // Custom ETag functions and patched end() methods expect a Buffer here, as in Express.
      if (!isBuffer(chunk) && (etag || !(chunk.length < SHORT_TEXT))) {
        chunk = Buffer.from(chunk, encoding);
        encoding = undefined;
      }
      const length = isBuffer(chunk) ? chunk.length : byteLength(chunk, encoding);
      if (line.sendsLength(res)) res.set('Content-Length', length as unknown as string);
      const tag = etag?.(chunk, encoding);
      if (tag) res.set('ETag', tag);
    }
    return endResponse(res, chunk, encoding);
  }

  /** Ends a response whose headers are set, with 304 if the client's copy is fresh. */
  function endResponse(res: Response, chunk: Chunk, encoding: TextEncoding | undefined): Response {
    if ((res.req as Request).fresh) line.setStatus(res, 304);
    endWithChunk(res, removeBodyHeaders(res) ? '' : chunk, encoding);
    return res;
  }

  /**
   * Set the status and send its name as the body.
   *
   * @example res.sendStatus(404); // Not Found
   */
  function sendStatus(this: Response, statusCode: number): Response {
    const body = statuses.message[statusCode] || String(statusCode);
    line.setStatus(this, statusCode);
    this.type('txt');
    return this.send(body);
  }

  return { send, sendStatus };
}

/** Ends a response, without its body for HEAD. */
function endWithChunk(res: Response, chunk: Chunk, encoding?: TextEncoding): void {
  if (res.req.method === 'HEAD') endWithoutBody(res);
  else if (typeof chunk === 'string' || isBuffer(chunk)) endWithBody(res, chunk, encoding);
  else res.end(chunk, encoding as TextEncoding);
}

function isJson(body: unknown): boolean {
  if (typeof body === 'boolean' || typeof body === 'number') return true;
  return typeof body === 'object' && body !== null;
}

function etagFunctionFor(
  res: Response,
  generate: ETagFunction | undefined = readSetting(res.app as App, 'etag fn'),
): ETagFunction | undefined {
  return typeof generate === 'function' && !res.get('ETag') ? generate : undefined;
}

/** Removes the headers that describe a body if the status allows no body. Returns whether that is the case. */
function removeBodyHeaders(res: Response): boolean {
  const status = res.statusCode;
  if (status === 204 || status === 304) {
    dropBodyHeaders(res);
    return true;
  }
  if (status === 205) {
    res.set('Content-Length', '0');
    res.removeHeader('Transfer-Encoding');
    return true;
  }
  return false;
}

const BODY_KEYS = ['content-type', 'content-length', 'transfer-encoding'];

/** Creates a new record, because deleting headers one by one would turn the record into a hash table. */
function dropBodyHeaders(res: any): void {
  if (isPristineRemoveHeader(res.removeHeader) && dropHeaders(res, BODY_KEYS)) {
    // As Node's `removeHeader` does.
    res._removedContLen = true;
    res._removedTE = true;
  } else {
    res.removeHeader('Content-Type');
    res.removeHeader('Content-Length');
    res.removeHeader('Transfer-Encoding');
  }
}
