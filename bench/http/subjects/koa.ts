import { createServer } from 'node:http';
import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import files from 'koa-static';
import type { Application, Files, InputName, MiddlewareName, Serve } from '../application.js';
import { SAFE_HEADERS, step, userOf } from '../work.js';

export const serve: Serve = (application, _options, address) => {
  const app = new Koa();
  // Otherwise it logs connections that close right after the response, as those of the load do.
  app.silent = true;
  if (application.errors) app.use(handleErrors);
  for (const name of application.middlewares) app.use(middlewareOf(name));
  if (application.files) app.use(serveFiles(application.files));
  const router = new Router();
  fill(router, { ...application, middlewares: [] });
  app.use(router.routes());
  // The same as `app.listen`, but with the type of a server that has an address.
  return createServer(app.callback()).listen(address);
};

function fill(router: Router, { middlewares, routes, routers }: Application): void {
  for (const name of middlewares) router.use(middlewareOf(name));
  for (const { method, path, from, value } of routes) {
    const input = inputs[from];
    router[method](path, (ctx) => {
      ctx.body = value(input(ctx));
    });
  }
  for (const inner of routers) {
    const child = new Router();
    fill(child, inner);
    router.use(inner.path, child.routes());
  }
}

const inputs: Record<InputName, (ctx: Context) => unknown> = {
  nothing: () => undefined,
  url: (ctx) => ctx.url,
  params: (ctx) => ctx.params,
  query: (ctx) => ctx.query,
  body: (ctx) => ctx.request.body,
  user: (ctx) => ctx.state.user,
};

function middlewareOf(name: MiddlewareName): Middleware {
  if (name === 'json') return bodyParser({ enableTypes: ['json'] });
  if (name === 'form') return bodyParser({ enableTypes: ['form'] });
  return others[name];
}

const others: Record<Exclude<MiddlewareName, 'json' | 'form'>, Middleware> = {
  step(_ctx, next) {
    step();
    return next();
  },
  headers(ctx, next) {
    for (const [header, value] of SAFE_HEADERS) ctx.set(header, value);
    return next();
  },
  // Koa only reads cookies when they are used.
  cookies: (_ctx, next) => next(),
  auth(ctx, next) {
    ctx.state.user = userOf(ctx.cookies.get('session'));
    if (ctx.state.user !== undefined) return next();
    ctx.status = 401;
    ctx.body = 'Who are you?';
  },
};

function serveFiles({ path, folder }: Files): Middleware {
  const serveFile = files(folder);
  return (ctx, next) => {
    if (!ctx.path.startsWith(path)) return next();
    ctx.path = ctx.path.slice(path.length);
    return serveFile(ctx, next);
  };
}

const handleErrors: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    ctx.status = 500;
    ctx.body = { error: (error as Error).message };
  }
};
