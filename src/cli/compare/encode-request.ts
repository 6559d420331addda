import type { EncodedRequest } from '../measure/send-load.js';
import type { Comparison } from './equality.js';
import { nameOf, type Request } from './request.js';

/** A request with its expected response, in the format of the load. */
export function encodeRequest({
  request,
  status,
  length,
}: Pick<Comparison, 'request' | 'status' | 'length'>): EncodedRequest {
  return {
    name: nameOf(request),
    bytes: bytesOf(request).toString('base64'),
    isHead: request.method === 'HEAD',
    status,
    length,
  };
}

/** A request as HTTP. */
export function bytesOf({ method, path, headers, body }: Request): Buffer {
  const head = [`${method} ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body ?? Buffer.alloc(0)]);
}
