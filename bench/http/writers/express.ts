/** Sends all headers of Express, in its order, with `setHeader`. */
import { createReadStream, promises as fs } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { setHeader } from './set-header.js';
import { tagOf, tagOfFile } from './tag.js';
import {
  FILE_TYPE,
  JSON_TYPE,
  MISSING_HEADERS,
  missingPage,
  POWERED,
  type Task,
  TEXT_TYPE,
  type Writer,
} from './writer.js';

export function createExpress({ isBare }: Task): Writer {
  function setAll(res: ServerResponse, status: number, type: string, body: string): void {
    res.statusCode = status;
    res.setHeader('Content-Type', type);
    res.setHeader('Content-Length', Buffer.byteLength(body));
    if (!isBare) res.setHeader('ETag', tagOf(body));
    res.end(body);
  }

  return {
    ...setHeader,
    begin(res) {
      if (!isBare) res.setHeader('X-Powered-By', POWERED);
    },
    text: (res, status, body) => setAll(res, status, TEXT_TYPE, body),
    json: (res, status, body) => setAll(res, status, JSON_TYPE, body),
    missing(res, req) {
      const page = missingPage(req);
      res.statusCode = 404;
      for (const [name, value] of MISSING_HEADERS) res.setHeader(name, value);
      res.setHeader('Content-Type', TEXT_TYPE);
      res.setHeader('Content-Length', Buffer.byteLength(page));
      res.end(page);
    },
    async file(res, path) {
      const stat = await fs.stat(path);
      res.setHeader('Accept-Ranges', 'bytes');
      res.setHeader('Cache-Control', 'public, max-age=0');
      res.setHeader('Last-Modified', stat.mtime.toUTCString());
      res.setHeader('ETag', tagOfFile(stat));
      res.setHeader('Content-Type', FILE_TYPE);
      res.setHeader('Content-Length', stat.size);
      createReadStream(path).pipe(res);
    },
  };
}
