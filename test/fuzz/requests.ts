/** Unusual requests that Node's parser accepts. */
import { gzipSync } from 'node:zlib';
import { below, chance, pick, type Random } from '../support/random.js';

export interface ValidRequest {
  readonly method: string;
  readonly bytes: string;
}

const METHODS = ['GET', 'GET', 'GET', 'GET', 'GET', 'POST', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'DELETE'];
const RARE_METHODS = ['PATCH', 'PROPFIND', 'M-SEARCH', 'TRACE', 'PURGE', 'LINK', 'REPORT'];

const PLACES = [
  '/echo/#',
  '/echo/#',
  '/a/#/b/#',
  '/wild/#/#/#',
  '/regexp/7/#',
  '/mount/#/deep/#',
  '/mount/#/more/#/#',
  '/sub/#',
  '/admin/#',
  '/throw/#',
  '/fail/#',
  '/later/#',
  '/stream/#',
  '/redirect/#',
  '/header/#',
  '/cookie/#',
  '/attachment/#',
  '/type/#',
  '/jsonp/#',
  '/location/#',
  '/files/small.txt',
  '/files/#',
  '/#',
  '/#/#',
];

const PIECES = [
  'x',
  'value',
  '7',
  '%61',
  '%2f',
  '%2F..',
  '%00',
  '%zz',
  '%',
  '%e4%b8%ad',
  '%ff',
  '..',
  '.',
  '/',
  '//',
  '\\',
  ';a=b',
  ':',
  '@',
  '*',
  '(',
  ')',
  '{',
  '}',
  '+',
  '~',
  '|',
  '"',
  "'",
  '<b>',
  '__proto__',
  'constructor',
  'html',
  'json',
  '%0d%0aX-B:%20b',
  'small.txt',
  '-'.repeat(50),
  'y'.repeat(300),
];

const QUERIES = [
  '',
  '',
  '',
  '?',
  '?a=1&b=2',
  '?a[b]=1&a[c]=2',
  '?a[]=1&a[]=2',
  '?a[__proto__]=1',
  '?callback=fn',
  '?callback=%3Cscript%3E',
  '?a=%zz&%=b',
  '?&&==&',
  '??a=?',
  '?a=1#b',
  `?${'a[b]'.repeat(40)}=1`,
];

const HEADERS = [
  'Accept: text/html',
  'Accept: */*;q=0.1, application/json',
  'Accept: nonsense',
  'Accept-Encoding: gzip, br',
  'If-None-Match: *',
  'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT',
  'Range: bytes=0-9',
  'Range: bytes=-5',
  'Range: bytes=9-1,5-x',
  'Range: bytes=999999-',
  'X-Forwarded-For: 1.2.3.4',
  'X-Forwarded-Host: evil',
  'X-Requested-With: XMLHttpRequest',
  'Cookie: a=b; c="d"; __proto__=e',
  'X-Key: open',
  'X-Http-Method-Override: DELETE',
  'Referer: http://x/y',
  'Cache-Control: no-cache',
  'Host: y',
  'X-Empty:',
  `X-Long: ${'z'.repeat(500)}`,
];

const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json\t;x',
  'APPLICATION/JSON ; charset="utf-16le"',
  'application/json; charset=nonsense',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/octet-stream',
  'nonsense',
  '',
];

const BODIES = [
  '',
  '{}',
  '{"a":1,"b":[true,null]}',
  '{"a":',
  '[]',
  '"text"',
  '{"__proto__":{"x":1}}',
  'a=1&b=2',
  'a[b][c]=1&a[b][d]=2',
  'a[]=1&a[]=2',
  '%zz=%',
  'plain text',
  '\x00\x01\xff',
  '\xef\xbb\xbf{"bom":true}',
];

/** A request, independent of the HTTP version. */
export interface RequestParts {
  readonly method: string;
  readonly url: string;
  /** Header lines. */
  readonly headers: readonly string[];
  readonly body: string | undefined;
}

/** A request for the given id, from common to unusual, with or without a body. */
export function requestParts(random: Random, id: number): RequestParts {
  const method = chance(random, 0.95) ? pick(random, METHODS) : pick(random, RARE_METHODS);
  const url = urlOf(random, id);
  const headers = ['Host: x', `X-Id: ${id}`];
  for (let more = below(random, 3); more > 0; more--) headers.push(pick(random, HEADERS));
  const hasBody = method === 'POST' || method === 'PUT' || chance(random, 0.03);
  return { method, url, headers, body: hasBody ? addBody(random, headers) : undefined };
}

/** The same request in HTTP/1.1. */
export function validRequest(random: Random, id: number): ValidRequest {
  const { method, url, headers, body } = requestParts(random, id);
  const head = `${[`${method} ${url} HTTP/1.1`, ...headers].join('\r\n')}\r\n`;
  if (body === undefined) return { method, bytes: `${head}\r\n` };
  const framed = chance(random, 0.3)
    ? `Transfer-Encoding: chunked\r\n\r\n${chunked(random, body)}`
    : `Content-Length: ${body.length}\r\n\r\n${body}`;
  return { method, bytes: head + framed };
}

function urlOf(random: Random, id: number): string {
  const path = pick(random, PLACES).replace(/#/g, () => segment(random, id));
  const url = path + pick(random, QUERIES);
  return chance(random, 0.02) ? `http://host${url}` : url || '/';
}

function segment(random: Random, id: number): string {
  if (chance(random, 0.6)) return `i${id}`;
  let text = '';
  for (let pieces = 1 + below(random, 3); pieces > 0; pieces--) text += pick(random, PIECES);
  return text;
}

/** Creates a body, and adds the headers that describe it. */
function addBody(random: Random, headers: string[]): string {
  const text = chance(random, 0.03) ? 'x'.repeat(below(random, 20_000)) : pick(random, BODIES);
  const type = pick(random, TYPES);
  if (type !== '') headers.push(`Content-Type: ${type}`);
  if (!chance(random, 0.1)) return text;
  headers.push('Content-Encoding: gzip');
  return gzipped(random, text);
}

function gzipped(random: Random, text: string): string {
  const bytes = gzipSync(Buffer.from(text, 'latin1')).toString('latin1');
  return chance(random, 0.3) ? bytes.slice(0, below(random, bytes.length)) : bytes;
}

export function chunked(random: Random, body: string): string {
  let text = '';
  for (let at = 0; at < body.length; ) {
    const size = 1 + below(random, body.length);
    const piece = body.slice(at, at + size);
    text += `${piece.length.toString(16)}\r\n${piece}\r\n`;
    at += size;
  }
  return `${text}0\r\n\r\n`;
}
