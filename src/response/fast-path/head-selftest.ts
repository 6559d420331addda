/** Compares the head that serialize-head.ts writes with the one that Node writes, once per process. */
import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { NodeResponse } from './pristine.js';

/** Writes the head of a response, and returns whether it did. */
type WriteHead = (res: any) => boolean;

/** What is set on a response before its head is written. */
interface Sample {
  readonly method: string;
  readonly headers: Record<string, string | number>;
  readonly fields?: {
    readonly statusCode?: number;
    readonly _keepAliveTimeout?: number;
    readonly shouldKeepAlive?: boolean;
  };
}

/** One of each kind that is serialized. */
const SAMPLES: readonly Sample[] = [
  { method: 'GET', headers: { 'X-Powered-By': 'a', 'Content-Type': 'b', 'Content-Length': '5', ETag: 'c' } },
  { method: 'GET', headers: { 'content-length': 12, 'Last-Modified': '\xe9' }, fields: { statusCode: 404 } },
  {
    method: 'POST',
    headers: { 'Content-Length': '5', 'Set-Cookie': 'a=b' },
    fields: { _keepAliveTimeout: 0 },
  },
  { method: 'POST', headers: { 'Content-Length': '5' }, fields: { _keepAliveTimeout: 72_500 } },
  { method: 'POST', headers: { 'Content-Length': '5' }, fields: { shouldKeepAlive: false } },
  { method: 'HEAD', headers: { 'Content-Type': 'a', 'Content-Length': '5', ETag: 'b' } },
  { method: 'GET', headers: { ETag: 'a' }, fields: { statusCode: 304 } },
  { method: 'DELETE', headers: { 'X-Powered-By': 'a' }, fields: { statusCode: 204, shouldKeepAlive: false } },
];
/** The Date header may change between the two responses of a sample. */
const ATTEMPTS = 3;

/** Writes the samples in both ways, and compares all properties of the responses. */
export function equalsNode(serialize: WriteHead): boolean {
  return SAMPLES.every((sample) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++)
      if (isDeepStrictEqual(record(sample, serialize), record(sample, writeByNode))) return true;
    return false;
  });
}

function writeByNode(res: any): boolean {
  res._implicitHeader();
  return true;
}

/** All properties of a response after its head is written, in their order. */
function record({ method, headers, fields }: Sample, write: WriteHead): unknown {
  const req = { method, httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage;
  const res: any = new NodeResponse(req);
  res._keepAliveTimeout = 5000;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  const isWritten = write(Object.assign(res, fields));
  return [isWritten, Reflect.ownKeys(res).map((key) => [key, key === 'req' ? null : res[key]])];
}
