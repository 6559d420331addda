/** A request on its way through a parser: read, perhaps inflated and verified, parsed, and handed on. */
import type { ServerResponse } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { decodeWhole } from './charset.js';
import { badRequest, parseFailed, verifyFailed } from './errors.js';
import { onFinished } from './libraries.js';
import type { BodyRequest } from './line.js';
import type { Verify } from './options.js';
import { GONE, Reading, type ReadPlan } from './read.js';

export type Next = (error?: unknown) => void;
/** Gets text and its charset, or bytes and null. */
export type Parse = (body: any, charset: string | null) => unknown;

export interface UploadPlan extends ReadPlan {
  /** What the bytes are to be decoded by, at the latest for parsing; null if bytes are what is parsed. */
  readonly bodyCharset: string | null;
  readonly verify: Verify | null;
  readonly parse: Parse;
}

export class Upload extends Reading {
  declare private req: BodyRequest;
  declare private res: ServerResponse;
  declare private next: Next;
  declare private readonly course: UploadPlan;
  declare private unwatch: (() => void) | null;

  constructor(
    req: BodyRequest,
    res: ServerResponse,
    next: Next,
    plan: UploadPlan,
    inflater: Transform | null,
  ) {
    super(inflater ?? req, plan, inflater === null ? declaredLength(req) : null);
    this.req = req;
    this.res = res;
    this.next = next;
    this.course = plan;
    this.unwatch = inflater === null ? null : watch(req, inflater);
  }

  override receive(error: unknown, body: Buffer | string): void {
    const { req, stream, next } = this;
    this.unwatch?.();
    if (error) {
      giveUp(req, stream, badRequest(error), next);
      return;
    }
    if (stream !== req) release(req, stream);
    if (typeof body === 'string') this.finish(body);
    else this.finishBytes(body);
  }

  protected override letGo(): void {
    super.letGo();
    this.req = GONE;
    this.res = GONE;
    this.next = GONE;
    this.unwatch = null;
  }

  private finishBytes(body: Buffer): void {
    const { verify, bodyCharset } = this.course;
    if (bodyCharset !== null && verify === null) {
      this.finish(body);
      return;
    }
    const own = this.owned(body);
    if (verify === null || this.verifies(verify, own)) this.finish(own);
  }

  private verifies(verify: Verify, body: Buffer): boolean {
    try {
      verify(this.req, this.res, body, this.course.bodyCharset);
      return true;
    } catch (error) {
      this.next(verifyFailed(error, body));
      return false;
    }
  }

  private finish(body: Buffer | string): void {
    const { req, next } = this;
    const { bodyCharset, charsets, parse } = this.course;
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

function declaredLength({ headers }: BodyRequest): number | null {
  const length = headers['content-length'] ?? null;
  return length === null || Number.isNaN(Number(length)) ? null : Number.parseInt(length, 10);
}

/**
 * A request that breaks off ends no pipe: unwatched, its inflater would wait for the garbage collector. What it has
 * been given it still works off, since that alone may be too much.
 */
function watch(req: BodyRequest, stream: Transform): () => void {
  const onClose = (): void => {
    if (!req.readableEnded && !stream.destroyed) stream.write(NOTHING, () => stream.destroy());
  };
  req.once('close', onClose);
  return () => req.removeListener('close', onClose);
}

const NOTHING = Buffer.alloc(0);

/** The rest of the body is read off, so that the connection stays usable, before the error goes on. */
function giveUp(req: BodyRequest, stream: Readable, error: unknown, next: Next): void {
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

/** What follows the compressed data is none of the inflater's business, and must not block the connection. */
function release(req: BodyRequest, stream: Readable): void {
  req.unpipe(stream as any);
  stream.on('error', () => {});
  stream.destroy();
  req.resume();
}
