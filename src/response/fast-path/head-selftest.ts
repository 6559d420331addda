import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { isFastPathEnabled } from '../../node-internals.js';
import { triedHeadersSymbol } from './head.js';
import { canProbe, NodeResponse } from './pristine.js';

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

let enabled: boolean | undefined;

/** Whether heads may be composed. Found out at the first response that could profit. */
export function canCompose(compose: WriteHead): boolean {
  return (enabled ??= isFastPathEnabled && isSameAsNode(compose));
}

/** One of each kind that is composed. */
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
/** The second of the Date header may end between the two responses of a sample. */
const ATTEMPTS = 3;

/** Makes the responses in both ways, and compares all that can be seen of them. */
function isSameAsNode(compose: WriteHead): boolean {
  if (triedHeadersSymbol() === undefined || !canProbe()) return false;
  return SAMPLES.every((sample) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++)
      if (isDeepStrictEqual(record(sample, compose), record(sample, writeByNode))) return true;
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
