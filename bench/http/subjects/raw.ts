/** A bare node:http server that sends the same responses with the least code: the base that the others are compared with. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import querystring from 'node:querystring';
import {
  flatMiddlewares,
  flatten,
  type InputName,
  type MiddlewareName,
  type Route,
  type Serve,
} from '../application.js';
import type { Options } from '../subjects.js';
import { step, type User, userOf } from '../work.js';
import { createComposed } from '../writers/composed.js';
import { createExpress } from '../writers/express.js';
import { flat } from '../writers/flat.js';
import { setHeader } from '../writers/set-header.js';
import type { Task, Writer } from '../writers/writer.js';

interface Req extends IncomingMessage {
  url: string;
  cookies?: Record<string, string>;
  user?: User | undefined;
}

export const serve: Serve<Options> = (application, { write, isBare = false }, address) => {
  const setsHeaders = application.middlewares.includes('headers');
  const writer = writers[write!]({ isBare, setsHeaders });
  const find = createFinder(flatten(application));
  const before = { ...others, headers: (_req: Req, res: ServerResponse) => writer.setHeaders(res) };
  const befores = flatMiddlewares(application).map(([path, name]) => [path, before[name]] as const);
  const { files } = application;

  return createServer((message, res) => {
    const req = message as Req;
    const mark = req.url.indexOf('?');
    const path = mark < 0 ? req.url : req.url.slice(0, mark);
    writer.begin(res);
    for (let i = 0; i < befores.length; i++) {
      const [prefix, act] = befores[i]!;
      if (path.startsWith(prefix) && act(req, res) === false) return writer.refuse(res);
    }
    if (files && path.startsWith(files.path))
      return writer.file(res, files.folder + path.slice(files.path.length));
    const found = find(req.method!, path);
    if (found === undefined) return writer.missing(res, req);
    const { route, params } = found;
    if (route.from === 'body') return readBody(req, (body) => respond(route, body));
    respond(route, inputs[route.from](req, params, mark));

    function respond({ send, value }: Route, input: unknown): void {
      try {
        const result = value(input);
        if (send === 'json') writer.json(res, 200, JSON.stringify(result));
        else writer.text(res, 200, result);
      } catch (error) {
        writer.json(res, 500, JSON.stringify({ error: (error as Error).message }));
      }
    }
  }).listen(address);
};

type Find = (method: string, path: string) => { route: Route; params: object } | undefined;

/** The routes of one method. */
interface Table {
  /** By their full path. */
  readonly fixed: Map<string, Route>;
  /** Routes with an id, by the path before it. */
  readonly byPrefix: Map<string, Tail[]>;
}

/** The rest of a path after the id: text, followed by another parameter or the end. */
interface Tail {
  readonly text: string;
  readonly isOpen: boolean;
  readonly route: Route;
}

/**
 * Finds a route by the path, or by the fixed prefix before an id, which is sliced out. Ids are numbers in every scenario, so an
 * id starts at the first digit after a slash.
 */
function createFinder(routes: readonly Route[]): Find {
  const tables = new Map<string, Table>();
  for (const route of routes) {
    const method = route.method.toUpperCase();
    if (!tables.has(method)) tables.set(method, { fixed: new Map(), byPrefix: new Map() });
    addRoute(tables.get(method)!, route);
  }
  return (method, path) => {
    const table = tables.get(method);
    if (table === undefined) return undefined;
    const fixed = table.fixed.get(path);
    if (fixed !== undefined) return { route: fixed, params: NO_PARAMS };
    const start = startOfId(path);
    const tails = table.byPrefix.get(path.slice(0, start));
    if (tails === undefined) return undefined;
    const slash = path.indexOf('/', start);
    const end = slash < 0 ? path.length : slash;
    for (const { text, isOpen, route } of tails) {
      const fits = isOpen
        ? path.startsWith(text, end)
        : end + text.length === path.length && path.endsWith(text);
      if (fits) return { route, params: { id: path.slice(start, end) } };
    }
    return undefined;
  };
}

const NO_PARAMS = {};

function addRoute({ fixed, byPrefix }: Table, route: Route): void {
  const path = route.path.replace(/(.)\/$/, '$1');
  const [, prefix, tail = ''] = /^([^:]*):\w+(.*)$/.exec(path) ?? [];
  if (prefix === undefined) {
    fixed.set(path, route);
    return;
  }
  const [text = '', another] = tail.split(':');
  byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), { text, isOpen: another !== undefined, route }]);
}

/** The index of the id in a path; 0 if there is none. */
function startOfId(path: string): number {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    const code = path.charCodeAt(slash + 1);
    if (code >= 48 && code <= 57) return slash + 1;
  }
  return 0;
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

/** `mark` is the index of the question mark. */
const inputs: Record<Exclude<InputName, 'body'>, (req: Req, params: object, mark: number) => unknown> = {
  nothing: () => undefined,
  url: (req) => req.url,
  params: (_req, params) => params,
  query: (req, _params, mark) => queryOf(req.url, mark),
  user: (req) => req.user,
};

/** Returns false to reject the request. */
const others: Record<Exclude<MiddlewareName, 'headers'>, (req: Req) => unknown> = {
  step,
  json() {},
  form() {},
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

const writers: Record<NonNullable<Options['write']>, (task: Task) => Writer> = {
  setHeader: () => setHeader,
  flat: () => flat,
  express: createExpress,
  composed: createComposed,
};
