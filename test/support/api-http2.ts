import { STATUS_CODES } from 'node:http';
import http2 from 'node:http2';
import type { RequestOptions } from './api.js';

/** HTTP/2 forbids these headers, and Node's client throws if it is given one. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Sends one request over HTTP/2 without TLS, and returns the response as a proxy would forward it in HTTP/1. */
export function exchangeHttp2(port: number, options: RequestOptions, hangs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { body } = options;
    const session = http2.connect(`http://127.0.0.1:${port}`);
    const stream = session.request(headersOf(options), { endStream: body === undefined });
    const bytes: Buffer[] = [];
    session.on('error', reject);
    stream.on('response', (...[, , raw]: any[]) => bytes.push(Buffer.from(headOf(raw), 'latin1')));
    stream.on('data', (chunk: Buffer) => bytes.push(chunk));
    stream.setTimeout(hangs, () => stream.close());
    // An aborted response is visible by its missing bytes.
    stream.on('error', () => {});
    stream.on('close', () => {
      session.destroy();
      resolve(Buffer.concat(bytes));
    });
    if (body !== undefined) stream.end(body);
  });
}

function headersOf({ method = 'GET', path = '/', headers = {}, body }: RequestOptions) {
  const made: http2.OutgoingHttpHeaders = { ':method': method, ':path': path };
  const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (body !== undefined && !given.has('transfer-encoding')) made['content-length'] = Buffer.byteLength(body);
  for (const [name, value] of given) {
    if (name === 'host') made[':authority'] = value;
    else if (!hopByHop.has(name)) made[name] = Array.isArray(value) ? value : value.trim();
  }
  return made;
}

function headOf(raw: string[]): string {
  const lines: string[] = [];
  let status = '';
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i] === ':status') status = raw[i + 1]!;
    else lines.push(`${capitalized(raw[i]!)}: ${raw[i + 1]}`);
  }
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, 'Connection: close', '', ''].join('\r\n');
}

/** Restores the case that Express uses. */
function capitalized(name: string): string {
  return name === 'etag' ? 'ETag' : name.replace(/(?<=^|-)./g, (letter) => letter.toUpperCase());
}
