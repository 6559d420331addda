import path from 'node:path';
import { create as createDisposition } from 'content-disposition';
import type { Request, Response } from 'express-serve-static-core';
import type { SendStream } from 'send';
import type { ResponseLine } from './line.js';
import { type FileCallback, transfer } from './transfer.js';

// Taken when loaded, as in Express: tests of applications replace them later.
const { basename, extname, resolve } = path;

type Options = Record<string, any>;

export function createFiles(line: ResponseLine) {
  /**
   * Send a file, with type, length, ETag, ranges and conditional GET.
   *
   * @example res.sendFile('report.pdf', { root: 'files' }, (error) => {});
   */
  function sendFile(this: Response, path: string, options?: any, callback?: FileCallback): void {
    const { given, done } = fileArguments(options, callback);
    if (!path) throw new TypeError('path argument is required to res.sendFile');
    if (typeof path !== 'string') throw new TypeError('path must be a string to res.sendFile');
    if (!given.root && !line.isAbsolute(path)) {
      throw new TypeError('path must be absolute or specify root to res.sendFile');
    }
    const location = encodeURI(path);
    line.completeFileOptions(this, given);
    sendOpenedFile(this, line.openFile(this.req, location, given), given, done);
  }

  /**
   * Send a file as a download, with its own name or another.
   *
   * @example res.download('/reports/7.pdf', 'report.pdf');
   */
  function download(
    this: Response,
    path: string,
    filename?: any,
    given?: any,
    callback?: FileCallback,
  ): unknown {
    const { name, options, done } = downloadArguments(filename, given, callback);
    const headers = attachmentHeaders(line.formatDisposition(name || path), options?.headers);
    // `Object.create` and not a spread, because inherited options count. The caller's object is not changed.
    const derived: Options = Object.assign(Object.create(options), { headers });
    return this.sendFile(derived.root ? path : resolve(path), derived, done!);
  }

  return { sendFile, download };
}

/** Options may be omitted. */
export function fileArguments(
  options: any,
  callback: FileCallback | undefined,
): { given: Options; done: FileCallback | undefined } {
  const bare = typeof options === 'function';
  return { given: bare ? {} : options || {}, done: bare ? options : callback };
}

/** Sends an opened file; errors go to the callback or, without one, to `next`. */
export function sendOpenedFile(
  res: Response,
  file: SendStream,
  options: Options,
  done: FileCallback | undefined,
): void {
  const next = (res.req as Request).next!;
  transfer(res, file, options, (error) => {
    if (done) return done(error);
    if (error?.code === 'EISDIR') return next();
    // An aborted request is not an error for `next`.
    if (error && error.code !== 'ECONNABORTED' && error.syscall !== 'write') next(error);
  });
}

/** @example res.attachment('logo.png'); */
export function attachment(this: Response, filename?: string): Response {
  const name = filename === undefined ? undefined : basename(filename);
  if (name) this.type(extname(name));
  this.set('Content-Disposition', createDisposition(name));
  return this;
}

interface DownloadArguments {
  name: string | null | undefined;
  options: Options | null;
  done: FileCallback | undefined;
}

/** Each of filename, options and callback may be omitted. */
function downloadArguments(
  filename: any,
  options: any,
  callback: FileCallback | undefined,
): DownloadArguments {
  if (typeof filename === 'function') return { name: null, options: null, done: filename };

  const early = typeof options === 'function';
  const done = early ? options : callback;
  if (typeof filename === 'object' && (early || options === undefined)) {
    return { name: null, options: filename, done };
  }
  return { name: filename, options: early ? null : options || null, done };
}

function attachmentHeaders(disposition: string, given: Options | undefined): Options {
  const headers: Options = { 'Content-Disposition': disposition };
  for (const key of Object.keys(given || {})) {
    if (key.toLowerCase() !== 'content-disposition') headers[key] = given![key];
  }
  return headers;
}
