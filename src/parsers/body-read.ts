/** Reads the body of one request for one parser: inflates and verifies it if necessary, parses it, and calls `next`. */
import type { ServerResponse } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import onFinished from 'on-finished';
import { decodeWhole } from './charset.js';
import { badRequest, parseFailed, verifyFailed } from './errors.js';
import { lengthOf } from './headers.js';
import type { BodyRequest } from './line.js';
import type { Verify } from './options.js';
import { BodyReader, CLEARED, type ReadPlan } from './read.js';

export type Next = (error?: unknown) => void;
/** Called with text and its charset, or with bytes and null. */
export type Parse = (body: any, charset: string | null) => unknown;

export interface BodyReadPlan extends ReadPlan {
  /** The charset to decode the body with before it is parsed; null if the parser takes bytes. */
  readonly bodyCharset: string | null;
  readonly verify: Verify | null;
  readonly parse: Parse;
}

export class BodyRead extends BodyReader {
  declare private req: BodyRequest;
  declare private res: ServerResponse;
  declare private next: Next;
  declare private readonly bodyPlan: BodyReadPlan;
  declare private removeCloseListener: (() => void) | null;

  constructor(
    req: BodyRequest,
    res: ServerResponse,
    next: Next,
    plan: BodyReadPlan,
    inflater: Transform | null,
  ) {
    super(inflater ?? req, plan, inflater === null ? lengthOf(req.headers['content-length']) : null);
    this.req = req;
    this.res = res;
    this.next = next;
    this.bodyPlan = plan;
    this.removeCloseListener = inflater === null ? null : destroyOnClose(req, inflater);
  }

  override receiveBody(error: unknown, body: Buffer | string): void {
    const { req, stream, next } = this;
    this.removeCloseListener?.();
    if (error) {
      rejectBody(req, stream, badRequest(error), next);
      return;
    }
    if (stream !== req) detachInflater(req, stream);
    if (typeof body === 'string') this.parseBody(body);
    else this.verifyAndParse(body);
  }

  protected override dropReferences(): void {
    super.dropReferences();
    this.req = CLEARED;
    this.res = CLEARED;
    this.next = CLEARED;
    this.removeCloseListener = null;
  }

  private verifyAndParse(body: Buffer): void {
    const { verify, bodyCharset } = this.bodyPlan;
    if (bodyCharset !== null && verify === null) {
      this.parseBody(body);
      return;
    }
    const own = this.copyIfShared(body);
    if (verify === null || this.runVerify(verify, own)) this.parseBody(own);
  }

  private runVerify(verify: Verify, body: Buffer): boolean {
    try {
      verify(this.req, this.res, body, this.bodyPlan.bodyCharset);
      return true;
    } catch (error) {
      this.next(verifyFailed(error, body));
      return false;
    }
  }

  private parseBody(body: Buffer | string): void {
    const { req, next } = this;
    const { bodyCharset, charsets, parse } = this.bodyPlan;
    let content = body;
    try {
      if (typeof body !== 'string' && bodyCharset !== null)
        content = decodeWhole(body, bodyCharset, charsets);
      req.body = parse(content, bodyCharset);
    } catch (error) {
      next(parseFailed(error, content));
      return;
    }
    next();
  }
}

/**
 * `pipe` does not end the inflater of an aborted request, so it is destroyed here. It first processes the data it has received,
 * since that alone may exceed the limit.
 */
function destroyOnClose(req: BodyRequest, stream: Transform): () => void {
  const onClose = (): void => {
    if (!req.readableEnded && !stream.destroyed) stream.write(EMPTY, () => stream.destroy());
  };
  req.once('close', onClose);
  return () => req.removeListener('close', onClose);
}

const EMPTY = Buffer.alloc(0);

/** Reads the rest of the body, so that the connection can be reused, then calls `next` with the error. */
function rejectBody(req: BodyRequest, stream: Readable, error: unknown, next: Next): void {
  if (stream !== req) {
    req.unpipe();
    stream.destroy();
  }
  if (onFinished.isFinished(req)) {
    next(error);
  } else {
    onFinished(req, () => next(error));
    req.resume();
  }
}

/** Bytes after the end of the compressed data are read and dropped, or they would block the connection. */
function detachInflater(req: BodyRequest, stream: Readable): void {
  req.unpipe(stream as any);
  stream.on('error', () => {});
  stream.destroy();
  req.resume();
}
