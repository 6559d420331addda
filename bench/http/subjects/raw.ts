/** Node's own server, in the shortest way to the same answers: the measure of all the others. */
import { createReadStream, promises as fs, type Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import querystring from 'node:querystring';
import etag from 'etag';
import { flatMiddlewares, flatten, type MiddlewareName, type Route, type Serve } from '../application.js';
import type { Options } from '../subjects.js';
import { SAFE_HEADERS, step, type User, userOf } from '../work.js';

interface Req extends IncomingMessage {
  url: string;
  cookies?: Record<string, string>;
  user?: User | undefined;
}

/** One way to write answers. */
interface Writer {
  begin?(res: ServerResponse): void;
  text(res: ServerResponse, status: number, body: string): void;
  json(res: ServerResponse, status: number, body: string): void;
  missing(res: ServerResponse, req: Req): void;
  file(res: ServerResponse, path: string): Promise<void>;
}

export const serve: Serve<Options> = (application, { write }, address) => {
  const answer = writers[write!];
  const find = createFinder(flatten(application));
  const befores = flatMiddlewares(application).map(([path, name]) => [path, before[name]] as const);
  const { files } = application;

  return createServer((message, res) => {
    const req = message as Req;
    const mark = req.url.indexOf('?');
    const path = mark < 0 ? req.url : req.url.slice(0, mark);
    answer.begin?.(res);
    for (let i = 0; i < befores.length; i++) {
      const [prefix, act] = befores[i]!;
      if (path.startsWith(prefix) && act(req, res) === false) {
        return refuse(res);
      }
    }
    if (files && path.startsWith(files.path))
      return answer.file(res, files.folder + path.slice(files.path.length));
    const found = find(req.method!, path);
    if (found === undefined) return answer.missing(res, req);
    const { route, params } = found;
    if (route.from === 'body') return readBody(req, (body) => respond(route, body));
    const input =
      route.from === 'params' ? params : route.from === 'query' ? queryOf(req.url, mark) : req.user;
    respond(route, input);

    function respond({ send, value }: Route, input: unknown): void {
      try {
        const result = value(input);
        if (send === 'json') answer.json(res, 200, JSON.stringify(result));
        else answer.text(res, 200, result);
      } catch (error) {
        answer.json(res, 500, JSON.stringify({ error: (error as Error).message }));
      }
    }
  }).listen(address);
};

function refuse(res: ServerResponse): void {
  res.statusCode = 401;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end('Who are you?');
}

type Find = (method: string, path: string) => { route: Route; params: object } | undefined;

/** Parameters are numbers in every scenario, so a path with its numbers taken out names the route. */
function createFinder(routes: readonly Route[]): Find {
  const table = new Map(
    routes.map((route) => [
      route.method.toUpperCase() + route.path.replace(/(.)\/$/, '$1').replaceAll(/:\w+/g, ':'),
      route,
    ]),
  );
  return (method, path) => {
    const exact = table.get(method + path);
    if (exact !== undefined) return { route: exact, params: {} };
    let id: string | undefined;
    const shape = path.replace(/\/(\d+)(?=\/|$)/g, (_, number) => {
      id ??= number;
      return '/:';
    });
    const route = table.get(method + shape);
    return route && { route, params: { id } };
  };
}

function queryOf(url: string, mark: number): object {
  return mark < 0 ? {} : querystring.parse(url.slice(mark + 1));
}

function readBody(req: Req, done: (body: unknown) => void): void {
  const chunks: Buffer[] = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    const text = (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString();
    const isJson = req.headers['content-type'] === 'application/json';
    done(isJson ? JSON.parse(text) : querystring.parse(text));
  });
}

/** False ends the request. */
const before: Record<MiddlewareName, (req: Req, res: ServerResponse) => unknown> = {
  step,
  json() {},
  form() {},
  headers(_req, res) {
    for (const [name, value] of SAFE_HEADERS) res.setHeader(name, value);
  },
  cookies(req) {
    const cookies: Record<string, string> = {};
    req.cookies = cookies;
    for (const pair of (req.headers.cookie ?? '').split('; ')) {
      const equals = pair.indexOf('=');
      cookies[pair.slice(0, equals)] = pair.slice(equals + 1);
    }
  },
  auth(req) {
    req.user = userOf(req.cookies?.session);
    return req.user !== undefined;
  },
};

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/html; charset=utf-8';
const NOT_FOUND = STATUS_CODES[404]!;

const setHeader: Writer = {
  text: (res, status, body) => setTwo(res, status, TEXT_TYPE, body),
  json: (res, status, body) => setTwo(res, status, JSON_TYPE, body),
  missing: (res) => setTwo(res, 404, TEXT_TYPE, NOT_FOUND),
  async file(res, path) {
    const { size } = await fs.stat(path);
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.setHeader('Content-Length', size);
    createReadStream(path).pipe(res);
  },
};

function setTwo(res: ServerResponse, status: number, type: string, body: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(body);
}

const flat: Writer = {
  text: (res, status, body) => writeFlat(res, status, TEXT_TYPE, body, Buffer.byteLength(body)),
  json: (res, status, body) => writeFlat(res, status, JSON_TYPE, body, Buffer.byteLength(body)),
  missing: (res) => writeFlat(res, 404, TEXT_TYPE, NOT_FOUND, NOT_FOUND.length),
  async file(res, path) {
    const bytes = await readFile(path);
    writeFlat(res, 200, 'text/plain; charset=utf-8', bytes, bytes.length);
  },
};

function writeFlat(
  res: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  length: number,
): void {
  res.writeHead(status, ['Content-Type', type, 'Content-Length', length]);
  res.end(body);
}

/** Every header Express sends, in its order; hashing is left out, as bodies repeat. */
/** What is declared of it is what maglev uses. */
const tagFile = etag as unknown as (stat: Stats) => string;
const tags = new Map<string, string>();
const express: Writer = {
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
    res.setHeader('ETag', tagFile(stat));
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.setHeader('Content-Length', stat.size);
    createReadStream(path).pipe(res);
  },
};

function setAll(res: ServerResponse, status: number, type: string, body: string): void {
  let tag = tags.get(body);
  if (tag === undefined) tags.set(body, (tag = etag(body, { weak: true })));
  res.statusCode = status;
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.setHeader('ETag', tag);
  res.end(body);
}

function errorPage(text: string): string {
  return `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>${text}</pre>\n</body>\n</html>\n`;
}

const writers = { setHeader, flat, express };
