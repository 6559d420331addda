/** Node's own server, in the shortest way to the same answers: the measure of all the others. */

import { createReadStream, promises as fs } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, STATUS_CODES } from 'node:http';
import querystring from 'node:querystring';
import etag from 'etag';
import { flatMiddlewares, flatten } from '../application.js';
import { SAFE_HEADERS, step, userOf } from '../work.js';

/** `write` is one of the writers below. */
export function serve(application, { write }, address) {
  const answer = writers[write];
  const find = createFinder(flatten(application));
  const befores = flatMiddlewares(application).map(([path, name]) => [path, before[name]]);
  const { files } = application;

  return createServer((req, res) => {
    const mark = req.url.indexOf('?');
    const path = mark < 0 ? req.url : req.url.slice(0, mark);
    answer.begin?.(res);
    for (let i = 0; i < befores.length; i++) {
      if (path.startsWith(befores[i][0]) && befores[i][1](req, res) === false) {
        return refuse(res);
      }
    }
    if (files && path.startsWith(files.path))
      return answer.file(res, files.folder + path.slice(files.path.length));
    const found = find(req.method, path);
    if (found === undefined) return answer.missing(res, req);
    const { route, params } = found;
    if (route.from === 'body') return readBody(req, (body) => respond(route, body));
    const input =
      route.from === 'params' ? params : route.from === 'query' ? queryOf(req.url, mark) : req.user;
    respond(route, input);

    function respond({ send, value }, input) {
      try {
        const result = value(input);
        if (send === 'json') answer.json(res, 200, JSON.stringify(result));
        else answer.text(res, 200, result);
      } catch (error) {
        answer.json(res, 500, JSON.stringify({ error: error.message }));
      }
    }
  }).listen(address);
}

function refuse(res) {
  res.statusCode = 401;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end('Who are you?');
}

/** Parameters are numbers in every scenario, so a path with its numbers taken out names the route. */
function createFinder(routes) {
  const table = new Map(
    routes.map((route) => [
      route.method.toUpperCase() + route.path.replace(/(.)\/$/, '$1').replaceAll(/:\w+/g, ':'),
      route,
    ]),
  );
  return (method, path) => {
    const exact = table.get(method + path);
    if (exact !== undefined) return { route: exact, params: {} };
    let id;
    const shape = path.replace(/\/(\d+)(?=\/|$)/g, (_, number) => {
      id ??= number;
      return '/:';
    });
    const route = table.get(method + shape);
    return route && { route, params: { id } };
  };
}

function queryOf(url, mark) {
  return mark < 0 ? {} : querystring.parse(url.slice(mark + 1));
}

function readBody(req, done) {
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    const text = (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString();
    const isJson = req.headers['content-type'] === 'application/json';
    done(isJson ? JSON.parse(text) : querystring.parse(text));
  });
}

const before = {
  step,
  json() {},
  form() {},
  headers(_req, res) {
    for (const [name, value] of SAFE_HEADERS) res.setHeader(name, value);
  },
  cookies(req) {
    req.cookies = {};
    for (const pair of (req.headers.cookie ?? '').split('; ')) {
      const equals = pair.indexOf('=');
      req.cookies[pair.slice(0, equals)] = pair.slice(equals + 1);
    }
  },
  auth(req) {
    req.user = userOf(req.cookies.session);
    return req.user !== undefined;
  },
};

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/html; charset=utf-8';

const setHeader = {
  text: (res, status, body) => setTwo(res, status, TEXT_TYPE, body),
  json: (res, status, body) => setTwo(res, status, JSON_TYPE, body),
  missing: (res) => setTwo(res, 404, TEXT_TYPE, STATUS_CODES[404]),
  async file(res, path) {
    const { size } = await fs.stat(path);
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.setHeader('Content-Length', size);
    createReadStream(path).pipe(res);
  },
};

function setTwo(res, status, type, body) {
  res.statusCode = status;
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(body);
}

const flat = {
  text: (res, status, body) => writeFlat(res, status, TEXT_TYPE, body, Buffer.byteLength(body)),
  json: (res, status, body) => writeFlat(res, status, JSON_TYPE, body, Buffer.byteLength(body)),
  missing: (res) => writeFlat(res, 404, TEXT_TYPE, STATUS_CODES[404], STATUS_CODES[404].length),
  async file(res, path) {
    const bytes = await readFile(path);
    writeFlat(res, 200, 'text/plain; charset=utf-8', bytes, bytes.length);
  },
};

function writeFlat(res, status, type, body, length) {
  res.writeHead(status, ['Content-Type', type, 'Content-Length', length]);
  res.end(body);
}

/** Every header Express sends, in its order; hashing is left out, as bodies repeat. */
const tags = new Map();
const express = {
  begin: (res) => res.setHeader('X-Powered-By', 'Express'),
  text: (res, status, body) => setAll(res, status, TEXT_TYPE, body),
  json: (res, status, body) => setAll(res, status, JSON_TYPE, body),
  missing(res, req) {
    const page = errorPage(`Cannot ${req.method} ${req.url}`);
    res.statusCode = 404;
    res.setHeader('Content-Security-Policy', "default-src 'none'");
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Content-Type', TEXT_TYPE);
    res.setHeader('Content-Length', Buffer.byteLength(page));
    res.end(page);
  },
  async file(res, path) {
    const stat = await fs.stat(path);
    res.setHeader('Accept-Ranges', 'bytes');
    res.setHeader('Cache-Control', 'public, max-age=0');
    res.setHeader('Last-Modified', stat.mtime.toUTCString());
    res.setHeader('ETag', etag(stat));
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.setHeader('Content-Length', stat.size);
    createReadStream(path).pipe(res);
  },
};

function setAll(res, status, type, body) {
  let tag = tags.get(body);
  if (tag === undefined) tags.set(body, (tag = etag(body, { weak: true })));
  res.statusCode = status;
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.setHeader('ETag', tag);
  res.end(body);
}

function errorPage(text) {
  return `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>${text}</pre>\n</body>\n</html>\n`;
}

const writers = { setHeader, flat, express };
