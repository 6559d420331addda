import { normalize } from 'node:path';
import type { Request, Response } from 'express-serve-static-core';
import { closeAfterShortFile } from '../../response/fast-path/small-file.js';
import { send } from '../shared/send.js';
import { mime, withCharset } from './mime.js';
import { isFresh } from './request-headers.js';

type Options = Record<string, any>;
type FileCallback = (error?: any) => void;

/** Options that 3.x lacked. */
const UNSUPPORTED_OPTIONS = ['acceptRanges', 'cacheControl', 'immutable'];

/**
 * Opens a file as 3.x did: with fewer options, conditions and charsets, and fewer headers on a 304. It had two versions of send.
 * They differ if users have removed the default type of mime: the one of `res.sendfile` sends the type `undefined`.
 */
export function openFile(req: any, path: string, options: Options = {}, namesUndefined = false): any {
  const file: any = send(req, path, omit(options, UNSUPPORTED_OPTIONS));
  file.isPreconditionFailure = () => false;
  file.isFresh = function (): boolean {
    const { res } = this;
    return isFresh(req.headers, {
      etag: res.getHeader('ETag'),
      'last-modified': res.getHeader('Last-Modified'),
    });
  };
  file.removeContentHeaderFields = function (): void {
    const { res } = this;
    for (const name of res.getHeaderNames()) {
      if (name.startsWith('content-') && name !== 'content-location') res.removeHeader(name);
    }
  };
  file.type = function (name: string): void {
    const { res } = this;
    if (res.getHeader('Content-Type')) return;
    const type = mime.lookup(name);
    if (type || namesUndefined) res.setHeader('Content-Type', String(withCharset(type)));
  };
  // Messages of file errors were not exposed. Callers add their own `error` listener.
  file.on('error', (error: { expose: boolean }) => {
    error.expose = false;
  });
  if (isCurrentFolder(file)) rejectHidden(file);
  return file;
}

/** Whether a path without a root is empty or `.`, which is the current folder. */
function isCurrentFolder({ path, _root: root }: any): boolean {
  return root === null && typeof path === 'string' && normalize(decode(path)) === '.';
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** 3.x treated the dot as that of a hidden file. */
function rejectHidden(file: any): void {
  const access = file._dotfiles ?? (file._hidden ? 'allow' : 'ignore');
  if (access === 'allow') return;
  file.pipe = function (res: Response): void {
    this.res = res;
    this.error(access === 'deny' ? 403 : 404);
  };
}

/**
 * Send a file; its path is URL-encoded, and may be relative.
 *
 * @example res.sendfile('report.pdf', { root: 'files' });
 */
export function sendfile(this: Response, path: string, options?: any, callback?: FileCallback): void {
  const bare = typeof options === 'function';
  const done: FileCallback | undefined = bare ? options : callback;
  const { req } = this as { req: Request };
  const next = req.next!;
  let isFinished = false;

  const cleanUp = (): void => {
    req.socket.removeListener('error', handleError);
  };
  const handleError = (error: any): void => {
    if (isFinished) return;
    isFinished = true;
    cleanUp();
    if (!this.headersSent) this.removeHeader('Content-Disposition');
    if (done) done(error);
    // An error cannot be sent any more after the headers.
    else if (!this.headersSent) next(error);
  };

  req.socket.on('error', handleError);
  const file = openFile(req, path, (bare ? undefined : options) || {}, true);
  file.on('error', handleError);
  file.on('directory', () => next());
  file.on('stream', (stream: NodeJS.ReadableStream) => {
    if (isFinished) return;
    cleanUp();
    if (done) stream.on('end', done);
  });
  closeAfterShortFile(file, this);
  file.pipe(this);
  this.on('finish', cleanUp);
}

function omit(options: Options, names: readonly string[]): Options {
  const rest: Options = {};
  for (const name in options) if (!names.includes(name)) rest[name] = options[name];
  return rest;
}
