/** The parsers that are compared, with a common interface: `parse(req, done)` calls `done(error, body)`. */
import type { IncomingMessage } from 'node:http';
import formbody from '@fastify/formbody';
import fastQuerystring from 'fast-querystring';
import fastify, { type Fastify } from 'fastify';
import type { Handler, Parsers, Req, Res } from '../framework.js';
import { load, loadFile } from '../peers.js';
import { DIST, ROOT } from '../places.js';
import type { Kind } from './bodies.js';
import type { Parse } from './process.js';

export interface ParserSubject {
  readonly name: string;
  parserFor(kind: Kind): Parse;
}

export const maglevParsers: Parsers = loadFile(`${DIST}parsers.cjs`);
/** The version that Express 5 uses; benchmark packages may install others. */
export const bodyParser: Parsers = loadFile(`${ROOT}node_modules/body-parser`);
const { kContentTypeParser, kRouteContext } = load('fastify', 'lib/symbols.js');

export const LIMIT = 2 * 1024 * 1024;

export async function subjects(): Promise<ParserSubject[]> {
  const app = await fastifyApp();
  return [
    { name: 'maglev', parserFor: (kind) => middleware(maglevParsers[kind]({ limit: LIMIT })) },
    { name: 'body-parser', parserFor: (kind) => middleware(bodyParser[kind]({ limit: LIMIT })) },
    { name: 'fastify', parserFor: () => contentTypeParser(app) },
    { name: 'bare stream', parserFor: (kind) => bare(kind) },
  ];
}

export async function fastifyApp(): Promise<Fastify> {
  const app = fastify({ bodyLimit: LIMIT });
  await app.register(formbody, { bodyLimit: LIMIT });
  const options = { parseAs: 'buffer' as const, bodyLimit: LIMIT };
  app.addContentTypeParser('application/octet-stream', options, (_request, body, done) => done(null, body));
  app.post('/', () => 'ok');
  await app.ready();
  return app;
}

/** The lower bound: the request object, its events, and native parsing of the same bytes. */
function bare(kind: Kind): Parse {
  const parse = native[kind];
  return (req, done) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk) => chunks.push(chunk));
    req.on('end', () => done(undefined, parse(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))));
  };
}

const native: Record<Kind, (body: Buffer) => unknown> = {
  json: (body) => JSON.parse(body.toString()),
  urlencoded: (body) => fastQuerystring.parse(body.toString()),
  raw: (body) => body,
  text: (body) => body.toString(),
};

function middleware(parser: Handler): Parse {
  // None of the parsers uses the response.
  const res = undefined as unknown as Res;
  return (req, done) => parser(req as Req, res, (error) => done(error, (req as Req).body));
}

interface ContentTypeParser {
  run(
    type: string | undefined,
    done: (request: { body: unknown }) => void,
    request: { raw: IncomingMessage; headers: object; body: unknown },
    reply: object,
  ): void;
}

/** Fastify's reading and parsing, without its routing and replies. */
function contentTypeParser(app: Fastify): Parse {
  const reply = { [kRouteContext]: { _parserOptions: { limit: null } }, header() {}, send() {} };
  const parsers: ContentTypeParser = (app as any)[kContentTypeParser];
  return (req, done) => {
    const request = { raw: req, headers: req.headers, body: undefined };
    parsers.run(req.headers['content-type'], (parsed) => done(undefined, parsed.body), request, reply);
  };
}
