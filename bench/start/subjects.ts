/** The subjects that are started, and the source of their applications. */

export interface StartSubject {
  readonly id: string;
  readonly name: string;
  /** The packages to install, except maglev itself. */
  readonly packages: readonly string[];
  /** The module that is loaded first. */
  readonly entry: string;
  /**
   * The source of an application. For each of `resources` it has the routes `GET /name/:id`, which responds `{ "id": "42" }`,
   * and `POST /name`. It declares `server`, which listens on any port.
   */
  readonly application: string;
}

/** Shared by maglev and Express. */
const express = (entry: string): string => `
  const express = require('${entry}');
  const app = express();
  app.use(express.json());
  for (const name of resources) {
    app.get('/' + name + '/:id', (req, res) => res.json({ id: req.params.id }));
    app.post('/' + name, (req, res) => res.status(201).json(req.body));
  }
  const server = app.listen(0, '127.0.0.1');`;

const all: readonly StartSubject[] = [
  { id: 'maglev', name: 'maglev', packages: [], entry: 'maglev', application: express('maglev') },
  {
    id: 'express',
    name: 'Express 5',
    packages: ['express'],
    entry: 'express',
    application: express('express'),
  },
  { id: 'maglev-4', name: 'maglev/v4', packages: [], entry: 'maglev/v4', application: express('maglev/v4') },
  {
    id: 'express-4',
    name: 'Express 4',
    packages: ['express@4'],
    entry: 'express',
    application: express('express'),
  },
  {
    id: 'fastify',
    name: 'Fastify',
    packages: ['fastify'],
    entry: 'fastify',
    application: `
  const app = require('fastify')();
  for (const name of resources) {
    app.get('/' + name + '/:id', (request, reply) => reply.send({ id: request.params.id }));
    app.post('/' + name, (request, reply) => reply.code(201).send(request.body));
  }
  const { server } = app;
  app.listen({ port: 0, host: '127.0.0.1' });`,
  },
  {
    id: 'koa',
    name: 'Koa',
    packages: ['koa', '@koa/router', '@koa/bodyparser'],
    entry: 'koa',
    application: `
  const Koa = require('koa');
  const { Router } = require('@koa/router');
  const { bodyParser } = require('@koa/bodyparser');
  const app = new Koa();
  const router = new Router();
  app.use(bodyParser());
  for (const name of resources) {
    router.get('/' + name + '/:id', (ctx) => { ctx.body = { id: ctx.params.id }; });
    router.post('/' + name, (ctx) => { ctx.status = 201; ctx.body = ctx.request.body; });
  }
  app.use(router.routes());
  const server = app.listen(0, '127.0.0.1');`,
  },
  {
    id: 'hono',
    name: 'Hono',
    packages: ['hono', '@hono/node-server'],
    entry: 'hono',
    application: `
  const { Hono } = require('hono');
  const { serve } = require('@hono/node-server');
  const app = new Hono();
  for (const name of resources) {
    app.get('/' + name + '/:id', (c) => c.json({ id: c.req.param('id') }));
    app.post('/' + name, async (c) => c.json(await c.req.json(), 201));
  }
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });`,
  },
];

/** The subjects with these ids, in the order of the list. */
export function startSubjectsOf(ids?: readonly string[]): StartSubject[] {
  const known = all.map(({ id }) => id);
  const unknown = ids?.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new Error(`There is no subject ${unknown}; there are ${known.join(', ')}.`);
  return all.filter(({ id }) => ids === undefined || ids.includes(id));
}
