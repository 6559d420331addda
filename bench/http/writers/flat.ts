/** Sends type and length with `writeHead` and a flat list, and reads files at once. */
import { readFile } from 'node:fs/promises';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { setHeader } from './set-header.js';
import { FILE_TYPE, JSON_TYPE, TEXT_TYPE, type Writer } from './writer.js';

const NOT_FOUND = STATUS_CODES[404]!;

export const flat: Writer = {
  ...setHeader,
  text: (res, status, body) => writeFlat(res, status, TEXT_TYPE, body, Buffer.byteLength(body)),
  json: (res, status, body) => writeFlat(res, status, JSON_TYPE, body, Buffer.byteLength(body)),
  missing: (res) => writeFlat(res, 404, TEXT_TYPE, NOT_FOUND, NOT_FOUND.length),
  async file(res, path) {
    const bytes = await readFile(path);
    writeFlat(res, 200, FILE_TYPE, bytes, bytes.length);
  },
};

function writeFlat(
  res: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  length: number,
): void {
  res.writeHead(status, ['Content-Type', type, 'Content-Length', length]);
  res.end(body);
}
