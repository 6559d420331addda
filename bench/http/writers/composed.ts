/**
 * Sends all headers of Express, in its order, as one string that replaces the head that Node would write: the lower bound for
 * frameworks that send these bytes.
 */
import { promises as fs } from 'node:fs';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { SAFE_HEADERS } from '../work.js';
import { tagOf, tagOfFile } from './tag.js';
import {
  FILE_TYPE,
  JSON_TYPE,
  MISSING_HEADERS,
  missingPage,
  POWERED,
  REFUSAL,
  type Task,
  TEXT_TYPE,
  type Writer,
} from './writer.js';

/** Internal fields of Node: the head, and whether the connection is closed after the response. */
interface Composed extends ServerResponse {
  _header: string | null;
  _last: boolean;
}

type Headers = readonly (readonly [name: string, value: string])[];

export function createComposed({ isBare, setsHeaders }: Task): Writer {
  const powered: Headers = isBare ? [] : [['X-Powered-By', POWERED]];
  const common: Headers = setsHeaders ? [...powered, ...SAFE_HEADERS] : powered;
  const starts = new Map([200, 401, 500].map((status) => [status, startOf(status, common)]));
  // A header that is set twice keeps its position and gets the later value.
  const missingStart = startOf(404, [...new Map([...common, ...MISSING_HEADERS])]);

  function send(res: ServerResponse, status: number, type: string, body: string): void {
    const tag = isBare ? '' : `ETag: ${tagOf(body)}\r\n`;
    const own = `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${tag}`;
    end(res, `${starts.get(status)}${own}`, '', body);
  }

  return {
    begin() {},
    setHeaders() {},
    text: (res, status, body) => send(res, status, TEXT_TYPE, body),
    json: (res, status, body) => send(res, status, JSON_TYPE, body),
    refuse(res) {
      // The length is not set explicitly, so Node appends it at the end.
      const length = `Content-Length: ${REFUSAL.length}\r\n`;
      end(res, `${starts.get(401)}Content-Type: ${FILE_TYPE}\r\n`, length, REFUSAL);
    },
    missing(res, req) {
      const page = missingPage(req);
      const own = `Content-Type: ${TEXT_TYPE}\r\nContent-Length: ${Buffer.byteLength(page)}\r\n`;
      end(res, missingStart + own, '', page);
    },
    async file(res, path) {
      const [stat, bytes] = await Promise.all([fs.stat(path), fs.readFile(path)]);
      const date = `Accept-Ranges: bytes\r\nCache-Control: public, max-age=0\r\nLast-Modified: ${stat.mtime.toUTCString()}\r\n`;
      const own = `ETag: ${tagOfFile(stat)}\r\nContent-Type: ${FILE_TYPE}\r\nContent-Length: ${stat.size}\r\n`;
      end(res, starts.get(200)! + date + own, '', bytes);
    },
  };
}

function startOf(status: number, headers: Headers): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`;
}

/** `trailing` headers follow those that Node adds. */
function end(message: ServerResponse, head: string, trailing: string, body: string | Buffer): void {
  const res = message as Composed;
  res._last = !res.shouldKeepAlive;
  const connection = res._last
    ? 'Connection: close\r\n'
    : 'Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n';
  res._header = `${head}Date: ${now()}\r\n${connection}${trailing}\r\n`;
  res.end(body);
}

const clock = { second: 0, text: '' };

/** The date changes only once per second. */
function now(): string {
  const time = Date.now();
  const second = Math.floor(time / 1000);
  if (clock.second !== second) {
    clock.second = second;
    clock.text = new Date(time).toUTCString();
  }
  return clock.text;
}
