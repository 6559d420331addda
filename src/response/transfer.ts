import type { Response } from 'express-serve-static-core';
import onFinished from 'on-finished';
import type { SendStream } from 'send';
import { watchLength } from './shortage.js';

export type Failure = NodeJS.ErrnoException;
export type Settled = (error?: Failure) => void;

/** Pipe a file into a response and tell once how it went. */
export function transfer(
  res: Response,
  file: SendStream,
  options: { headers?: Record<string, any> },
  callback: Settled,
): void {
  let settled = false;
  // undefined until the file is known to exist, true while its bytes are on their way
  let streaming: boolean | undefined;

  const settle: Settled = (error) => {
    if (settled) return;
    settled = true;
    callback(error);
  };
  const abort = (): void => settle(failure('Request aborted', 'ECONNABORTED'));

  file.on('directory', () => settle(failure('EISDIR, read', 'EISDIR')));
  file.on('end', () => settle());
  file.on('error', settle);
  file.on('file', () => {
    streaming = false;
  });
  file.on('stream', () => {
    streaming = true;
  });

  onFinished(res, (error) => {
    if (error) return error.code === 'ECONNRESET' ? abort() : settle(error);
    // The file's own end comes a moment after the response's; without it, the client has left.
    if (!settled) setImmediate(() => (streaming === false ? settle() : abort()));
  });

  watchLength(file, res);
  if (options.headers) file.on('headers', () => setAll(res, options.headers!));
  file.pipe(res);
}

function failure(message: string, code: string): Failure {
  return Object.assign(new Error(message), { code });
}

function setAll(res: Response, headers: Record<string, any>): void {
  for (const name of Object.keys(headers)) res.setHeader(name, headers[name]);
}
