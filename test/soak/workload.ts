/** The requests of a soak test and the responses they must get. */
import { gzipSync } from 'node:zlib';
import { below, type Random } from '../support/random.js';
import { headerOf, type RawResponse } from '../support/response-reader.js';
import { digestOf } from './application.js';

export const FILES: Record<string, string> = {
  'small.txt': 's'.repeat(900),
  'medium.txt': 'm'.repeat(30_000),
  'large.txt': 'l'.repeat(300_000),
};

export interface Kind {
  readonly method: string;
  /** The weight of this kind per 1,000 requests. */
  readonly weight: number;
  request(id: number): string;
  /** Whether a response matches the request with this id. The id itself is already verified. */
  verify(response: RawResponse, id: number): boolean;
}

const get = (path: string, id: number, ...headers: string[]): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Id: ${id}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;

function simple(weight: number, path: (id: number) => string, body: (id: number) => string): Kind {
  return {
    method: 'GET',
    weight,
    request: (id) => get(path(id), id),
    verify: (response, id) => response.status === 200 && response.body === body(id),
  };
}

function failing(weight: number, path: string, status: number, text: string): Kind {
  return {
    method: 'GET',
    weight,
    request: (id) => get(`${path}${id}`, id),
    verify: (response, id) =>
      response.status === status && response.body.includes(text.replace('#', String(id))),
  };
}

function file(weight: number, name: string): Kind {
  const content = FILES[name]!;
  return {
    method: 'GET',
    weight,
    request: (id) => get(`/files/${name}`, id),
    verify: (response) => response.status === 200 && response.body === content,
  };
}

interface Upload {
  readonly path: string;
  readonly type: string;
  readonly size: number;
  readonly encoding?: 'gzip';
  readonly chunked?: boolean;
}

/** An upload with constant content, whose digest the response returns. */
function upload(weight: number, { path, type, size, encoding, chunked }: Upload): Kind {
  const content = 'u'.repeat(size);
  const digest = digestOf(content);
  const wrapped = wrap(type, content);
  const body = encoding === 'gzip' ? gzipSync(wrapped).toString('latin1') : wrapped;
  const framing = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  const fields = [
    `Content-Type: ${type}`,
    framing,
    ...(encoding === undefined ? [] : [`Content-Encoding: ${encoding}`]),
  ];
  const tail = `${fields.join('\r\n')}\r\n\r\n${chunked ? inChunks(body) : body}`;
  return {
    method: 'POST',
    weight,
    request: (id) => `POST ${path}${id} HTTP/1.1\r\nHost: x\r\nX-Id: ${id}\r\n${tail}`,
    verify: (response, id) => response.status === 200 && response.body === `${id} ${digest}`,
  };
}

function wrap(type: string, content: string): string {
  if (type === 'application/json') return JSON.stringify({ content });
  return type === 'application/x-www-form-urlencoded' ? `content=${content}` : content;
}

function inChunks(body: string): string {
  const half = Math.ceil(body.length / 2);
  const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
  return `${chunk(body.slice(0, half))}${chunk(body.slice(half))}0\r\n\r\n`;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** 3.x has neither `text` nor `raw`. */
const BINARY: readonly Kind[] = [
  upload(20, { path: '/text/', type: 'text/plain', size: 500 }),
  upload(1, { path: '/text/', type: 'text/plain', size: 60_000 }),
  upload(20, { path: '/raw/', type: 'application/octet-stream', size: 500 }),
  upload(1, { path: '/raw/', type: 'application/octet-stream', size: 150_000, chunked: true }),
];

const COMMON: readonly Kind[] = [
  simple(
    200,
    (id) => `/hello/${id}`,
    (id) => `hello ${id}`,
  ),
  simple(
    150,
    (id) => `/json/${id}?q=${id % 7}`,
    (id) => `{"id":"${id}","q":"${id % 7}"}`,
  ),
  simple(
    120,
    (id) => `/later/${id}`,
    (id) => `later ${id}`,
  ),
  simple(
    120,
    (id) => `/shops/s${id}/items/i${id}?x=1`,
    (id) => `s${id} i${id} /shops/s${id}/items/i${id}?x=1`,
  ),
  simple(
    1,
    (id) => `/late/${id}`,
    (id) => `late ${id}`,
  ),
  failing(40, '/error/', 503, 'Service Unavailable'),
  failing(20, '/reject/', 500, 'Internal Server Error'),
  failing(40, '/nowhere/', 404, 'Cannot GET /nowhere/#'),
  {
    method: 'HEAD',
    weight: 30,
    request: (id) => get(`/hello/${id}`, id).replace('GET', 'HEAD'),
    verify: (response, id) =>
      response.body === '' && headerOf(response, 'Content-Length') === String(`hello ${id}`.length),
  },
  {
    method: 'GET',
    weight: 30,
    request: (id) => get(`/hello/${id}`, id, 'If-None-Match: *'),
    verify: (response) => response.status === 304 || response.status === 200,
  },
  file(60, 'small.txt'),
  file(5, 'medium.txt'),
  file(0.5, 'large.txt'),
  upload(60, { path: '/json/', type: JSON_TYPE, size: 100 }),
  upload(20, { path: '/json/', type: JSON_TYPE, size: 3000, chunked: true }),
  upload(5, { path: '/json/', type: JSON_TYPE, size: 3000, encoding: 'gzip' }),
  upload(1, { path: '/json/', type: JSON_TYPE, size: 200_000 }),
  upload(40, { path: '/form/', type: FORM_TYPE, size: 200 }),
  upload(1, { path: '/form/', type: FORM_TYPE, size: 30_000 }),
];

/** Chooses kinds of requests, by their weights. */
export function workload(random: Random, line: number): () => Kind {
  const kinds = line === 3 ? COMMON : [...COMMON, ...BINARY];
  const SLOTS = 10;
  const wheel = kinds.flatMap((kind) => Array.from({ length: Math.ceil(kind.weight * SLOTS) }, () => kind));
  return () => wheel[below(random, wheel.length)]!;
}
