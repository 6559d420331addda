import { promises as fs } from 'node:fs';
import { createServer } from 'node:http';
import {
  type Event,
  getCookie,
  getQuery,
  getRouterParams,
  H3,
  type Handler,
  type Middleware,
  readBody,
  serveStatic,
} from 'h3';
import { toNodeHandler } from 'h3/node';
import type { Application, Files, InputName, MiddlewareName, Route, Serve, Value } from '../application.js';
import { SAFE_HEADERS, step, userOf } from '../work.js';

export const serve: Serve = (application, _options, address) => {
  const app = new H3({ silent: true });
  if (application.errors)
    app.use(async (_event, next) => {
      try {
        return await next();
      } catch (error) {
        return errorResponse(error as Error);
      }
    });
  fill(app, application);
  return createServer(toNodeHandler(app)).listen(address);
};

function errorResponse(error: Error): Response {
  const { message } = (error.cause ?? error) as Error;
  return Response.json({ error: message }, { status: 500 });
}

function fill(app: H3, { middlewares, routes, routers, files }: Application): void {
  for (const name of middlewares) app.use(before[name]);
  if (files) app.use(`${files.path}/**`, serveFiles(files));
  for (const { method, path, send, from, value } of routes)
    app[method](path, handlers[send](inputs[from], value));
  for (const inner of routers) {
    const child = new H3();
    fill(child, inner);
    app.mount(inner.path, child);
  }
}

type Input = (event: Event) => unknown;

const inputs: Record<InputName, Input> = {
  nothing: () => undefined,
  url: (event) => event.req.url,
  params: (event) => getRouterParams(event),
  query: (event) => getQuery(event),
  body: (event) => readBody(event),
  user: (event) => event.context.user,
};

const handlers: Record<Route['send'], (input: Input, value: Value) => Handler> = {
  text: (input, value) => (event) => {
    event.res.headers.set('content-type', 'text/plain; charset=utf-8');
    return value(input(event));
  },
  json: (input, value) =>
    input === inputs.body ? async (event) => value(await input(event)) : (event) => value(input(event)),
};

const before: Record<MiddlewareName, Middleware> = {
  step(_event, next) {
    step();
    return next();
  },
  // Bodies and cookies are only read when a handler uses them.
  json: (_event, next) => next(),
  form: (_event, next) => next(),
  cookies: (_event, next) => next(),
  headers(event, next) {
    for (const [header, value] of SAFE_HEADERS) event.res.headers.set(header, value);
    return next();
  },
  auth(event, next) {
    event.context.user = userOf(getCookie(event, 'session'));
    return event.context.user === undefined ? new Response('Who are you?', { status: 401 }) : next();
  },
};

function serveFiles({ path, folder }: Files): Handler {
  const fileOf = (id: string) => folder + id.slice(path.length);
  return (event) =>
    serveStatic(event, {
      getContents: (id) => fs.readFile(fileOf(id)),
      async getMeta(id) {
        const { size, mtimeMs } = await fs.stat(fileOf(id));
        return { size, mtime: mtimeMs, type: 'text/plain; charset=utf-8' };
      },
    });
}
