import type { Response } from 'express-serve-static-core';
import onFinished from 'on-finished';
import type { SendStream } from 'send';
import { closeAfterShortFile } from './fast-path/small-file.js';

export type Failure = NodeJS.ErrnoException;
export type FileCallback = (error?: Failure) => void;

/** Pipes a file into a response, and calls back once. */
export function transfer(
  res: Response,
  file: SendStream,
  options: { headers?: Record<string, any> },
  callback: FileCallback,
): void {
  let isFinished = false;
  // Undefined until the file has been found, true while it is being streamed.
  let streaming: boolean | undefined;

  const finish: FileCallback = (error) => {
    if (isFinished) return;
    isFinished = true;
    callback(error);
  };
  const rejectAborted = (): void => finish(createFileError('Request aborted', 'ECONNABORTED'));

  file.on('directory', () => finish(createFileError('EISDIR, read', 'EISDIR')));
  file.on('end', () => finish());
  file.on('error', finish);
  file.on('file', () => {
    streaming = false;
  });
  file.on('stream', () => {
    streaming = true;
  });

  onFinished(res, (error) => {
    if (error) return error.code === 'ECONNRESET' ? rejectAborted() : finish(error);
    // The file emits `end` just after the response has finished; without it, the client has aborted.
    if (!isFinished) setImmediate(() => (streaming === false ? finish() : rejectAborted()));
  });

  closeAfterShortFile(file, res);
  if (options.headers) file.on('headers', () => setHeaders(res, options.headers!));
  file.pipe(res);
}

function createFileError(message: string, code: string): Failure {
  return Object.assign(new Error(message), { code });
}

function setHeaders(res: Response, headers: Record<string, any>): void {
  for (const name of Object.keys(headers)) res.setHeader(name, headers[name]);
}
