import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import files from '@fastify/static';
import fastify, { type Fastify, type Handler } from 'fastify';
import type { Parsed } from '../../framework.js';
import type { Application, MiddlewareName, Route, Serve, Value } from '../application.js';
import type { Options } from '../subjects.js';
import { SAFE_HEADERS, step, userOf } from '../work.js';
import { inputs } from './middleware.js';

export const serve: Serve<Options> = async (application, { hasTags = false }, address) => {
  const app = fastify();
  if (hasTags) app.register((await import('@fastify/etag')).default, { weak: true });
  if (application.errors) {
    app.setErrorHandler((error, _request, reply) => reply.code(500).send({ error: error.message }));
  }
  fill(app, application);
  await app.listen(address);
  return app.server;
};

function fill(app: Fastify, { middlewares, routes, routers, files: served }: Application): void {
  for (const name of middlewares) use[name](app);
  if (served) app.register(files, { root: served.folder, prefix: served.path });
  for (const { method, path, send, from, value } of routes)
    app[method](path, handlers[send](inputs[from], value));
  for (const inner of routers) {
    app.register(
      (child: Fastify, _options: object, done: () => void) => {
        fill(child, inner);
        done();
      },
      { prefix: inner.path },
    );
  }
}

const use: Record<MiddlewareName, (app: Fastify) => unknown> = {
  // JSON bodies are parsed by default.
  json() {},
  form: (app) => app.register(formbody),
  cookies: (app) => app.register(cookie),
  step: (app) =>
    app.addHook('onRequest', (_request, _reply, done) => {
      step();
      done();
    }),
  headers: (app) =>
    app.addHook('onRequest', (_request, reply, done) => {
      for (const [name, value] of SAFE_HEADERS) reply.header(name, value);
      done();
    }),
  auth(app) {
    app.decorateRequest('user', null);
    app.addHook('onRequest', (request, reply, done) => {
      request.user = userOf(request.cookies.session);
      if (request.user !== undefined) done();
      else reply.code(401).send('Who are you?');
    });
  },
};

const handlers: Record<Route['send'], (input: (req: Parsed) => unknown, value: Value) => Handler> = {
  text: (input, value) => (request, reply) => {
    reply.send(value(input(request)));
  },
  json: (input, value) => (request, reply) => {
    reply.send(value(input(request)));
  },
};
