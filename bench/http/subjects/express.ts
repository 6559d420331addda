/** Express and maglev: one program, different modules. */
import { createServer } from 'node:http';
import type { App, ErrorHandler, Framework, Handler, Parsed, Router } from '../../framework.js';
import { loadFile } from '../../peers.js';
import type { Application, Route, Serve, Value } from '../application.js';
import type { Options } from '../subjects.js';
import { inputs, middlewareOf } from './middleware.js';

export const serve: Serve<Options> = (application, { module, settings = {}, server = 'listen' }, address) => {
  const framework: Framework = loadFile(module!);
  const app = framework();
  for (const [name, value] of Object.entries(settings)) app.set(name, value);
  fill(app, application, framework);
  if (server === 'created') return createServer(app).listen(address);
  return app.listen(address.port, address.host);
};

function fill(
  target: App | Router,
  { middlewares, routes, routers, files, errors }: Application,
  framework: Framework,
): void {
  for (const name of middlewares) target.use(middlewareOf(name, framework));
  if (files) target.use(files.path, framework.static(files.folder));
  for (const { method, path, send, from, value } of routes) {
    target[method](path, handlers[send](inputs[from], value));
  }
  for (const inner of routers) {
    const router = framework.Router();
    fill(router, inner, framework);
    target.use(inner.path, router);
  }
  if (errors) target.use(sendError);
}

const sendError: ErrorHandler = (error, _req, res, _next) => {
  res.status(500).json({ error: error.message });
};

const handlers: Record<Route['send'], (input: (req: Parsed) => unknown, value: Value) => Handler> = {
  text: (input, value) => (req, res) => res.send(value(input(req))),
  json: (input, value) => (req, res) => res.json(value(input(req))),
};
