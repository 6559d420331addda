/** Who is measured: an id, a name, the adapter in subjects/ that builds its applications, and the adapter's options. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

const all = [
  { id: 'raw', name: 'node:http, setHeader', adapter: 'raw', options: { write: 'setHeader' } },
  { id: 'raw-flat', name: 'node:http, flat writeHead', adapter: 'raw', options: { write: 'flat' } },
  { id: 'raw-express', name: "node:http, Express's bytes", adapter: 'raw', options: { write: 'express' } },
  { id: 'maglev', name: 'maglev 5.x', adapter: 'express', options: { dist: 'index.cjs' } },
  {
    id: 'maglev-no-etag',
    name: 'maglev 5.x, etag off',
    adapter: 'express',
    options: { dist: 'index.cjs', settings: { etag: false } },
  },
  { id: 'maglev-4', name: 'maglev 4.x', adapter: 'express', options: { dist: 'v4.cjs' } },
  { id: 'express', name: 'Express 5', adapter: 'express', options: { module: 'express5' } },
  { id: 'express-4', name: 'Express 4', adapter: 'express', options: { module: 'express4' } },
  { id: 'fastify', name: 'Fastify', adapter: 'fastify', options: { module: 'fastify' } },
  { id: 'koa', name: 'Koa + @koa/router', adapter: 'koa', options: { module: 'koa' } },
  { id: 'hono', name: 'Hono + node-server', adapter: 'hono', options: { module: '@hono/node-server' } },
  { id: 'polka', name: 'polka 1.0 next', adapter: 'small', options: { module: 'polka' } },
  { id: 'restana', name: 'restana', adapter: 'small', options: { module: 'restana' } },
  { id: '0http', name: '0http', adapter: 'small', options: { module: '0http' } },
  { id: 'h3', name: 'h3', adapter: 'h3', options: { module: 'h3' } },
];

/** The subject that the others are shares of. */
export const BASE = 'raw';
export const subjectIds = all.map(({ id }) => id);

/**
 * The subjects with these ids, in the order of the list. `server` is how maglev and Express get theirs: by `app.listen`
 * ('listen') or `http.createServer(app)` ('created'); `dist` is the folder of the build to load maglev from.
 */
export function subjectsOf(ids = subjectIds, { server = 'listen', dist = DIST } = {}) {
  const unknown = ids.find((id) => !subjectIds.includes(id));
  if (unknown !== undefined)
    throw new Error(`There is no subject ${unknown}; there are ${subjectIds.join(', ')}.`);
  return all
    .filter(({ id }) => ids.includes(id))
    .map((subject) => {
      if (subject.adapter !== 'express') return subject;
      const module = subject.options.dist ? dist + subject.options.dist : subject.options.module;
      return { ...subject, options: { ...subject.options, module, server } };
    });
}

/** One sentence about the first subject that cannot run; undefined when all can. */
export function missingOf(subjects) {
  for (const { name, options } of subjects) {
    if (options.module === undefined) continue;
    if (options.dist !== undefined) {
      if (!existsSync(options.module)) return `${name} is not built: run "npm run build".`;
    } else if (!isInstalled(options.module)) {
      return `${name} is not installed: run "npm install" and "npm install --prefix bench".`;
    }
  }
  return undefined;
}

export function isInstalled(module) {
  // Some packages hide their package.json and others have no entry for require: either is proof.
  return require.resolve.paths(module).some((folder) => existsSync(`${folder}/${module}/package.json`));
}
