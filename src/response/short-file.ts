import type { ReadStream } from 'node:fs';
import type { SendStream } from 'send';
import { readHeader } from './head.js';

/**
 * Closes the connection if a file turns out shorter than Content-Length: the client would take the next response for the
 * rest of it.
 */
export function closeAfterShortFile(file: SendStream, res: any): void {
  file.on('stream', (stream: ReadStream) => {
    stream.once('end', () => {
      if (isShorterThanAnnounced(res, stream.bytesRead)) disableKeepAlive(res);
    });
  });
}

export function isShorterThanAnnounced(res: any, length: number): boolean {
  return length < Number(readHeader(res, 'content-length'));
}

/** Closes the connection after this response. */
export function disableKeepAlive(res: any): void {
  if (res.headersSent) res._last = true;
  else res.shouldKeepAlive = false;
}
