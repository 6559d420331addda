import type { ReadStream } from 'node:fs';
import type { SendStream } from 'send';

/**
 * Watches a file on its way. If it has become shorter than was announced, its answer is never complete: on a connection
 * that stays open, the next answer would be taken for the rest of it.
 */
export function watchLength(file: SendStream, res: any): void {
  file.on('stream', (stream: ReadStream) => {
    stream.once('end', () => {
      if (stream.bytesRead < Number(res.getHeader('Content-Length'))) makeLast(res);
    });
  });
}

/** Lets the connection end with this answer. */
export function makeLast(res: any): void {
  if (res.headersSent) res._last = true;
  else res.shouldKeepAlive = false;
}
