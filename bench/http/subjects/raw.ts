/** Node's own server, in the shortest way to the same answers: the measure of all the others. */
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
  const answer = writers[write!]({ isBare, setsHeaders });
  const find = createFinder(flatten(application));
  const before = { ...others, headers: (_req: Req, res: ServerResponse) => answer.setHeaders(res) };
  const befores = flatMiddlewares(application).map(([path, name]) => [path, before[name]] as const);
  const { files } = application;

  return createServer((message, res) => {
    const req = message as Req;
    const mark = req.url.indexOf('?');
    const path = mark < 0 ? req.url : req.url.slice(0, mark);
    answer.begin(res);
    for (let i = 0; i < befores.length; i++) {
      const [prefix, act] = befores[i]!;
      if (path.startsWith(prefix) && act(req, res) === false) return answer.refuse(res);
    }
    if (files && path.startsWith(files.path))
      return answer.file(res, files.folder + path.slice(files.path.length));
    const found = find(req.method!, path);
    if (found === undefined) return answer.missing(res, req);
    const { route, params } = found;
    if (route.from === 'body') return readBody(req, (body) => respond(route, body));
    respond(route, inputs[route.from](req, params, mark));

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

/** `mark` is where the query begins. */
const inputs: Record<Exclude<InputName, 'body'>, (req: Req, params: object, mark: number) => unknown> = {
  nothing: () => undefined,
  url: (req) => req.url,
  params: (_req, params) => params,
  query: (req, _params, mark) => queryOf(req.url, mark),
  user: (req) => req.user,
};

/** False ends the request. */
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
