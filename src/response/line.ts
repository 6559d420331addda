import path from 'node:path';
import { create as createDisposition } from 'content-disposition';
import { format, parse } from 'content-type';
import type { CookieOptions, Response } from 'express-serve-static-core';
import mime from 'mime-types';
import open from 'send';

/**
 * What responses of the lines decide differently, under a name: 5.x is the base, and another line overrides what it
 * decides otherwise. No member of a response asks which line it serves.
 */
export interface ResponseLine {
  /** The media type that a file extension stands for in `res.type`. */
  typeOf(extension: string): string;
  /** Whether `html` stands for what it always has: the tables of media types are open to everybody. */
  knowsHtml(): boolean;
  /** A Content-Type as `res.set` writes it. */
  withCharset(type: string): string;
  /** The media type of one offer of `res.format`. */
  offeredType(offer: string): string;
  /** Values of the Link header for one relation. */
  relation(rel: string, target: any): string;
  /** Whether a body goes out as it is and not as JSON. */
  isBinary(body: unknown): boolean;
  /** Says in Content-Type that the body is text. */
  labelText(res: Response): void;
  /** Whether the length of a body is told. */
  tellsLength(res: Response): boolean;
  /** Sets a status that the framework chose. */
  setStatus(res: Response, code: number): void;
  /** A copy that may be changed. */
  copyOptions(options: CookieOptions | undefined): CookieOptions;
  /** The Content-Disposition of a download. */
  disposition(file: string): string;
  isAbsolute(path: string): boolean;
  /** Adds what the application has decided about files. */
  completeFileOptions(res: Response, options: Record<string, any>): void;
  readonly openFile: typeof open;
}

export const line5: ResponseLine = {
  typeOf: (extension) => mime.contentType(extension) || 'application/octet-stream',
  knowsHtml: () => mime.types.html === 'text/html',
  withCharset: (type) => mime.contentType(type) as string,
  offeredType(offer) {
    if (offer.includes('/')) return offer.split(';', 1)[0]!.trim();
    return mime.lookup(offer) || 'application/octet-stream';
  },
  relation(rel, target) {
    const targets = Array.isArray(target) ? target : [target];
    return targets.map((url) => `<${url}>; rel="${rel}"`).join(', ');
  },
  isBinary: ArrayBuffer.isView,
  labelText(res) {
    const type = res.get('Content-Type') as unknown;
    if (typeof type !== 'string') res.type('html');
    else res.set('Content-Type', inUtf8(type));
  },
  // A length and a transfer coding exclude each other.
  tellsLength: (res) => !res.get('Transfer-Encoding'),
  setStatus(res, code) {
    res.status(code);
  },
  copyOptions: (options) => ({ ...options }),
  disposition: (file) => createDisposition(path.basename(file)),
  isAbsolute: path.isAbsolute,
  completeFileOptions(res, options) {
    options.etag = res.app.enabled('etag');
  },
  openFile: open,
};

/** Text is always sent as UTF-8, whatever charset the type named before. */
function inUtf8(type: string): string {
  if (!type) return type;
  const parsed = parse(type);
  parsed.parameters.charset = 'utf-8';
  return format(parsed);
}
