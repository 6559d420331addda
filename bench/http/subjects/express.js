/** Express and maglev: one program, different modules. */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { inputs, middlewareOf } from './middleware.js';

const require = createRequire(import.meta.url);

/** `settings` are set on the application; `server` is 'listen' or 'created'. */
export function serve(application, { module, settings = {}, server = 'listen' }, address) {
  const framework = require(module);
  const app = framework();
  for (const [name, value] of Object.entries(settings)) app.set(name, value);
  fill(app, application, framework);
  if (server === 'created') return createServer(app).listen(address);
  return app.listen(address.port, address.host);
}

function fill(target, { middlewares, routes, routers, files, errors }, framework) {
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
  if (errors) target.use((error, _req, res, _next) => res.status(500).json({ error: error.message }));
}

const handlers = {
  text: (input, value) => (req, res) => res.send(value(input(req))),
  json: (input, value) => (req, res) => res.json(value(input(req))),
};
