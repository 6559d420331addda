import { serve as listen } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, type Handler, Hono, type Middleware } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Application, InputName, MiddlewareName, Route, Serve, Value } from '../application.js';
import { SAFE_HEADERS, step, userOf } from '../work.js';

export const serve: Serve = (application, _options, { port, host }) => {
  const app = new Hono();
  if (application.errors) app.onError((error, c) => c.json({ error: error.message }, 500));
  fill(app, application);
  return listen({ fetch: app.fetch, port, hostname: host });
};

function fill(app: Hono, { middlewares, routes, routers, files }: Application): void {
  for (const name of middlewares) app.use('*', before[name]);
  if (files) {
    const rewriteRequestPath = (path: string) => path.slice(files.path.length);
    app.use(`${files.path}/*`, serveStatic({ root: files.folder, rewriteRequestPath }));
  }
  for (const { method, path, send, from, value } of routes)
    app[method](path, handlers[send](inputs[from], value));
  for (const inner of routers) {
    const child = new Hono();
    fill(child, inner);
    app.route(inner.path, child);
  }
}

type Input = (c: Context) => unknown;

const inputs: Record<InputName, Input> = {
  nothing: () => undefined,
  url: (c) => c.req.url,
  params: (c) => c.req.param(),
  query: (c) => ({ ...c.req.query(), tag: c.req.queries('tag') }),
  async body(c) {
    return c.req.header('content-type') === 'application/json' ? c.req.json() : c.req.parseBody();
  },
  user: (c) => c.get('user'),
};

const handlers: Record<Route['send'], (input: Input, value: Value) => Handler> = {
  text: (input, value) => (c) => c.text(value(input(c))),
  json: (input, value) =>
    input === inputs.body ? async (c) => c.json(value(await input(c))) : (c) => c.json(value(input(c))),
};

const before: Record<MiddlewareName, Middleware> = {
  step(_c, next) {
    step();
    return next();
  },
  // Bodies and cookies are only read when a handler uses them.
  json: (_c, next) => next(),
  form: (_c, next) => next(),
  cookies: (_c, next) => next(),
  headers(c, next) {
    for (const [header, value] of SAFE_HEADERS) c.header(header, value);
    return next();
  },
  auth(c, next) {
    const user = userOf(getCookie(c, 'session'));
    if (user === undefined) return c.text('Who are you?', 401);
    c.set('user', user);
    return next();
  },
};
