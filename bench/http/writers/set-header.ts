/** Sends type and length with `setHeader`, as most applications do: the base that the others are compared with. */
import { createReadStream, promises as fs } from 'node:fs';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { SAFE_HEADERS } from '../work.js';
import { FILE_TYPE, JSON_TYPE, REFUSAL, TEXT_TYPE, type Writer } from './writer.js';

export const setHeader: Writer = {
  begin() {},
  setHeaders(res) {
    for (const [name, value] of SAFE_HEADERS) res.setHeader(name, value);
  },
  text: (res, status, body) => setTwo(res, status, TEXT_TYPE, body),
  json: (res, status, body) => setTwo(res, status, JSON_TYPE, body),
  refuse(res) {
    res.statusCode = 401;
    res.setHeader('Content-Type', FILE_TYPE);
    res.end(REFUSAL);
  },
  missing: (res) => setTwo(res, 404, TEXT_TYPE, STATUS_CODES[404]!),
  async file(res, path) {
    const { size } = await fs.stat(path);
    res.setHeader('Content-Type', FILE_TYPE);
    res.setHeader('Content-Length', size);
    createReadStream(path).pipe(res);
  },
};

function setTwo(res: ServerResponse, status: number, type: string, body: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(body);
}
