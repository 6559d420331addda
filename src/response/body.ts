import { Buffer } from 'node:buffer';
import { format, parse } from 'content-type';
import type { Request, Response } from 'express-serve-static-core';
import statuses from 'statuses';
import type { ETagFunction } from '../registration/settings.js';

type Chunk = any;

/**
 * Send a string, a buffer or anything that becomes JSON, with length, ETag and conditional GET seen to.
 *
 * @example res.send('<p>some html</p>');
 */
export function send(this: Response, body?: any): Response {
  if (isJson(body)) return this.json(body);

  const isText = typeof body === 'string';
  if (isText) labelText(this);
  else if (ArrayBuffer.isView(body) && !this.get('Content-Type')) this.type('bin');

  let chunk: Chunk = body === null ? '' : body;
  let encoding: BufferEncoding | undefined = isText ? 'utf8' : undefined;

  const etag = etagFor(this);
  if (chunk !== undefined) {
    // Custom ETag functions and patched end() methods are used to seeing a Buffer here.
    if (!Buffer.isBuffer(chunk) && (etag || !(chunk.length < 1000))) {
      chunk = Buffer.from(chunk, encoding);
      encoding = undefined;
    }
    describe(this, chunk, encoding, etag);
  }

  if ((this.req as Request).fresh) this.status(304);
  finish(this, stripped(this) ? '' : chunk, encoding);
  return this;
}

/**
 * Set the status and send its name as the body.
 *
 * @example res.sendStatus(404); // Not Found
 */
export function sendStatus(this: Response, statusCode: number): Response {
  const body = statuses.message[statusCode] || String(statusCode);
  this.status(statusCode);
  this.type('txt');
  return this.send(body);
}

/** End a response whose headers are complete; HEAD gets them alone. */
export function finish(res: Response, chunk: Chunk, encoding?: BufferEncoding): void {
  if (res.req.method === 'HEAD') res.end();
  else res.end(chunk, encoding as BufferEncoding);
}

function isJson(body: unknown): boolean {
  if (typeof body === 'boolean' || typeof body === 'number') return true;
  return typeof body === 'object' && body !== null && !ArrayBuffer.isView(body);
}

function labelText(res: Response): void {
  const type = res.get('Content-Type') as unknown;
  if (typeof type !== 'string') res.type('html');
  else res.set('Content-Type', inUtf8(type));
}

/** Text is always sent as UTF-8, whatever charset the type named before. */
function inUtf8(type: string): string {
  if (!type) return type;
  const parsed = parse(type);
  parsed.parameters.charset = 'utf-8';
  return format(parsed);
}

function etagFor(res: Response): ETagFunction | undefined {
  const generate = res.app.get('etag fn');
  return typeof generate === 'function' && !res.get('ETag') ? generate : undefined;
}

function describe(
  res: Response,
  chunk: Chunk,
  encoding: BufferEncoding | undefined,
  generate: ETagFunction | undefined,
): void {
  const length = Buffer.isBuffer(chunk) ? chunk.length : Buffer.byteLength(chunk, encoding);
  // A length and a transfer coding exclude each other.
  if (!res.get('Transfer-Encoding')) res.set('Content-Length', length as unknown as string);
  const etag = generate?.(chunk, encoding);
  if (etag) res.set('ETag', etag);
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
