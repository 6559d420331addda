import { Buffer } from 'node:buffer';
import type { Request, Response } from 'express-serve-static-core';
import statuses from 'statuses';
import type { ETagFunction } from '../registration/settings.js';
import type { ResponseLine } from './line.js';

type Chunk = any;

export function createBody(line: ResponseLine) {
  /**
   * Send a string, a buffer or anything that becomes JSON, with length, ETag and conditional GET seen to.
   *
   * @example res.send('<p>some html</p>');
   */
  function send(this: Response, body?: any): Response {
    const isBinary = line.isBinary(body);
    if (isJson(body) && !isBinary) return this.json(body);

    const isText = typeof body === 'string';
    if (isText) line.labelText(this);
    else if (isBinary && !this.get('Content-Type')) this.type('bin');

    let chunk: Chunk = body === null ? '' : body;
    let encoding: BufferEncoding | undefined = isText ? 'utf8' : undefined;

    const etag = etagFor(this);
    if (chunk !== undefined) {
      // Custom ETag functions and patched end() methods are used to seeing a Buffer here.
      if (!Buffer.isBuffer(chunk) && (etag || !(chunk.length < 1000))) {
        chunk = Buffer.from(chunk, encoding);
        encoding = undefined;
      }
      const length = Buffer.isBuffer(chunk) ? chunk.length : Buffer.byteLength(chunk, encoding);
      if (line.tellsLength(this)) this.set('Content-Length', length as unknown as string);
      const tag = etag?.(chunk, encoding);
      if (tag) this.set('ETag', tag);
    }

    if ((this.req as Request).fresh) line.setStatus(this, 304);
    finish(this, stripped(this) ? '' : chunk, encoding);
    return this;
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
export function finish(res: Response, chunk: Chunk, encoding?: BufferEncoding): void {
  if (res.req.method === 'HEAD') res.end();
  else res.end(chunk, encoding as BufferEncoding);
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
