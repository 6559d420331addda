/** The parsers under comparison, each behind the same call: `parse(req, done)`, done with the error and the body. */
import { createRequire } from 'node:module';
import formbody from '@fastify/formbody';
import fastify from 'fastify';

const require = createRequire(import.meta.url);
/** The build, as users get it. */
const maglev = require('../../dist/parsers.cjs');
const fastQuerystring = require('fast-querystring');
const bodyParser = require('../../node_modules/body-parser');
const { kContentTypeParser, kRouteContext } = require('fastify/lib/symbols.js');

export const LIMIT = 2 * 1024 * 1024;

export async function subjects() {
  const app = await fastifyApp();
  return [
    { name: 'maglev', parserFor: (kind) => middleware(maglev[kind]({ limit: LIMIT })) },
    { name: 'body-parser', parserFor: (kind) => middleware(bodyParser[kind]({ limit: LIMIT })) },
    { name: 'fastify', parserFor: () => contentTypeParser(app) },
    { name: 'bare stream', parserFor: (kind) => bare(kind) },
  ];
}

export async function fastifyApp() {
  const app = fastify({ bodyLimit: LIMIT });
  await app.register(formbody, { bodyLimit: LIMIT });
  const options = { parseAs: 'buffer', bodyLimit: LIMIT };
  app.addContentTypeParser('application/octet-stream', options, (_request, body, done) => done(null, body));
  app.post('/', () => 'ok');
  await app.ready();
  return app;
}

/** What no parser can save: the request object, its events, and the language's own parsing of the same bytes. */
function bare(kind) {
  const parse = native[kind];
  return (req, done) => {
    const chunks = [];
    req.on('data', (chunk) => chunks.push(chunk));
    req.on('end', () => done(undefined, parse(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))));
  };
}

const native = {
  json: (body) => JSON.parse(body.toString()),
  urlencoded: (body) => fastQuerystring.parse(body.toString()),
  raw: (body) => body,
  text: (body) => body.toString(),
};

function middleware(parser) {
  return (req, done) => parser(req, undefined, (error) => done(error, req.body));
}

/** Fastify's own reading and parsing, without its routing and its replies. */
function contentTypeParser(app) {
  const reply = { [kRouteContext]: { _parserOptions: { limit: null } }, header() {}, send() {} };
  const parsers = app[kContentTypeParser];
  return (req, done) => {
    const request = { raw: req, headers: req.headers, body: undefined };
    parsers.run(req.headers['content-type'], (parsed) => done(undefined, parsed.body), request, reply);
  };
}
