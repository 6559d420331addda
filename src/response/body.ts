import { Buffer } from 'node:buffer';
import type { Request, Response } from 'express-serve-static-core';
import statuses from 'statuses';
import { type ETagFunction, tagsTexts } from '../etag.js';
import { Memo } from '../memo.js';
import { end, endWith, type TextEncoding } from './ending.js';
import { type Head, headOf } from './head.js';
import { type HeaderMembers, JSON_TYPE } from './headers.js';
import type { ResponseLine } from './line.js';

type Chunk = any;

const HTML_TYPE = 'text/html; charset=utf-8';
/** A text without a tag that is shorter than this is left to Node to encode. */
const SHORT_TEXT = 1000;
/** A longer text is better turned into bytes once, for its tag and for the socket. */
const LONG_TEXT = 16_384;

/** `own` are the line's members for headers: where they have been replaced, they are called for every header. */
export function createBody(line: ResponseLine, own: HeaderMembers) {
  /**
   * Send a string, a buffer or anything that becomes JSON, with length, ETag and conditional GET seen to.
   *
   * @example res.send('<p>some html</p>');
   */
  function send(this: Response, body?: any): Response {
    if (typeof body === 'string' && body.length < LONG_TEXT && isUnseen(this)) {
      const head = headOf(this);
      const generate = head === null ? undefined : this.app.get('etag fn');
      const isOwn = typeof generate !== 'function' || tagsTexts(generate);
      if (head !== null && isOwn) return sendText(this, body, head, generate);
    }
    return sendBody(this, body);
  }

  /** Whether nobody can tell if a text is sent as text or as bytes, and its headers one by one or at once. */
  function isUnseen(res: any): boolean {
    return res.end === end && res.set === own.header && res.get === own.get && res.type === own.contentType;
  }

  /** What `sendBody` does, for a text that nobody watches on its way. */
  function sendText(res: Response, text: string, head: Head, generate: ETagFunction | undefined): Response {
    label(res, head);
    const length = Buffer.byteLength(text);
    const tag = typeof generate === 'function' && !head.etag?.[1] ? generate(text, 'utf8') : undefined;
    if (head['transfer-encoding'] === undefined || line.tellsLength(res)) {
      head['content-length'] = ['Content-Length', String(length)];
    }
    if (tag !== undefined) head.etag = ['ETag', tag];
    else if (text.length < SHORT_TEXT) return conclude(res, text, 'utf8');
    // Headers that go out together with a text take its encoding; in front of a buffer theirs is Latin 1.
    return length === text.length
      ? conclude(res, text, 'latin1')
      : conclude(res, Buffer.from(text), undefined);
  }

  const labelled = new Memo<string>(64);

  /** Says in Content-Type that the body is text: how the line does that depends on the type that is there alone. */
  function label(res: Response, head: Head): void {
    const entry = head['content-type'];
    if (entry !== undefined && entry[1] === JSON_TYPE && entry[0] === 'Content-Type') return;
    if (entry === undefined && line.knowsHtml()) {
      head['content-type'] = ['Content-Type', HTML_TYPE];
      return;
    }
    const type = entry?.[1];
    const known = typeof type === 'string' ? labelled.get(type) : undefined;
    if (known !== undefined) {
      head['content-type'] = ['Content-Type', known];
      return;
    }
    line.labelText(res);
    if (typeof type === 'string') labelled.set(type, head['content-type']![1] as string);
  }

  function sendBody(res: Response, body: any): Response {
    const isBinary = line.isBinary(body);
    if (isJson(body) && !isBinary) return res.json(body);

    const isText = typeof body === 'string';
    if (isText) line.labelText(res);
    else if (isBinary && !res.get('Content-Type')) res.type('bin');

    let chunk: Chunk = body === null ? '' : body;
    let encoding: 'utf8' | undefined = isText ? 'utf8' : undefined;

    const etag = etagFor(res);
    if (chunk !== undefined) {
      // Custom ETag functions and patched end() methods are used to seeing a Buffer here.
      if (!Buffer.isBuffer(chunk) && (etag || !(chunk.length < SHORT_TEXT))) {
        chunk = Buffer.from(chunk, encoding);
        encoding = undefined;
      }
      const length = Buffer.isBuffer(chunk) ? chunk.length : Buffer.byteLength(chunk, encoding);
      if (line.tellsLength(res)) res.set('Content-Length', length as unknown as string);
      const tag = etag?.(chunk, encoding);
      if (tag) res.set('ETag', tag);
    }
    return conclude(res, chunk, encoding);
  }

  /** Ends a response that has its headers, as it is or, if the client's copy is still good, with 304. */
  function conclude(res: Response, chunk: Chunk, encoding: TextEncoding | undefined): Response {
    if ((res.req as Request).fresh) line.setStatus(res, 304);
    finish(res, stripped(res) ? '' : chunk, encoding);
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

/** End a response whose headers are complete; HEAD gets them alone. */
function finish(res: Response, chunk: Chunk, encoding?: TextEncoding): void {
  if (res.req.method === 'HEAD') res.end();
  else if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) endWith(res, chunk, encoding);
  else res.end(chunk, encoding as TextEncoding);
}

function isJson(body: unknown): boolean {
  if (typeof body === 'boolean' || typeof body === 'number') return true;
  return typeof body === 'object' && body !== null;
}

function etagFor(res: Response): ETagFunction | undefined {
  const generate = res.app.get('etag fn');
  return typeof generate === 'function' && !res.get('ETag') ? generate : undefined;
}

/** Remove what a response without content must not claim, and tell whether it is one. */
function stripped(res: Response): boolean {
  const status = res.statusCode;
  if (status === 204 || status === 304) {
    res.removeHeader('Content-Type');
    res.removeHeader('Content-Length');
    res.removeHeader('Transfer-Encoding');
    return true;
  }
  if (status === 205) {
    res.set('Content-Length', '0');
    res.removeHeader('Transfer-Encoding');
    return true;
  }
  return false;
}
