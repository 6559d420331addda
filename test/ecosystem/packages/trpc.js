import assert from 'node:assert/strict';
import {
  createTRPCClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  isNonJsonSerializable,
  splitLink,
} from '@trpc/client';

export const packageName = '@trpc/server';

export function program({ require }) {
  const express = require('express');
  const { createExpressMiddleware } = require('@trpc/server/adapters/express');
  const middleware = createExpressMiddleware({
    router: routerBy(require('@trpc/server')),
    createContext({ req, res, info }) {
      res.setHeader('X-Seen', `${req.baseUrl}|${req.path}|${info.isBatchCall}`);
      return { user: req.get('x-user') };
    },
    responseMeta: ({ errors }) => (errors.length > 0 ? {} : { headers: { 'cache-control': 'max-age=1' } }),
    maxBodySize: 200_000,
  });
  const app = express();
  app.use('/trpc', middleware);
  app.use('/parsed', express.json(), middleware);
  app.get('/', (_req, res) => res.send('page'));
  return app;
}

function routerBy({ initTRPC, TRPCError }) {
  const { procedure, router } = initTRPC.context().create({
    errorFormatter: ({ shape }) => ({ ...shape, data: { ...shape.data, stack: undefined } }),
  });
  const anything = procedure.input((value) => value);
  const number = procedure.input((value) => {
    if (typeof value !== 'number') throw new Error('not a number');
    return value;
  });
  return router({
    hello: anything.query(({ input, ctx }) => `Hello, ${input}, from ${ctx.user}`),
    next: number.mutation(({ input }) => input + 1),
    denied: procedure.query(() => {
      throw new TRPCError({ code: 'FORBIDDEN', message: 'not yours' });
    }),
    form: anything.mutation(({ input }) => [...input.entries()]),
    size: anything.mutation(async ({ input }) => {
      let size = 0;
      for await (const chunk of input) size += chunk.length;
      return size;
    }),
    letters: procedure.query(async function* () {
      yield 'a';
      yield 'b';
    }),
    ticks: procedure.subscription(async function* () {
      yield 1;
      yield 2;
    }),
  });
}

function clientOf({ url }, path, link = httpBatchLink) {
  const settings = { url: url + path, headers: { 'x-user': 'ann' } };
  return createTRPCClient({
    links: [
      splitLink({
        condition: ({ input }) => isNonJsonSerializable(input),
        true: httpLink(settings),
        false: link(settings),
      }),
    ],
  });
}

/** Both with bodies read by itself and with bodies parsed by `json`. */
const PATHS = ['/trpc', '/parsed'];

export const cases = {
  async 'responds to queries and mutations, alone and in batches'(client) {
    for (const path of PATHS) {
      const trpc = clientOf(client, path);
      assert.equal(await trpc.hello.query('é&?'), 'Hello, é&?, from ann');
      assert.deepEqual(await Promise.all([1, 2, 3].map((n) => trpc.next.mutate(n))), [2, 3, 4]);
      const settled = await Promise.allSettled([trpc.hello.query('you'), trpc.denied.query()]);
      assert.equal(settled[0].value, 'Hello, you, from ann');
      assert.equal(settled[1].reason.message, 'not yours');
    }
  },

  async 'reports errors'(client) {
    for (const path of PATHS) {
      const trpc = clientOf(client, path);
      await assert.rejects(trpc.next.mutate('x'), { message: 'not a number' });
      await assert.rejects(trpc.denied.query(), ({ data }) => data.httpStatus === 403);
      await assert.rejects(trpc.nothing.query(), ({ data }) => data.code === 'NOT_FOUND');
    }
  },

  async 'accepts forms and byte streams'(client) {
    const trpc = clientOf(client, '/trpc');
    const form = new FormData();
    form.append('a', 'b');
    form.append('a', 'é');
    assert.deepEqual(await trpc.form.mutate(form), [
      ['a', 'b'],
      ['a', 'é'],
    ]);
    assert.equal(await trpc.size.mutate(new Blob([new Uint8Array(100_000)])), 100_000);
  },

  async 'streams responses'(client) {
    for (const path of PATHS) {
      const trpc = clientOf(client, path, httpBatchStreamLink);
      const letters = [];
      for await (const letter of await trpc.letters.query()) letters.push(letter);
      assert.deepEqual(letters, ['a', 'b']);
      const events = await client.get(`${path}/ticks`, { accept: 'text/event-stream' });
      assert.match(events.text, /data: 1\n[\s\S]*data: 2\n/);
    }
  },

  async 'sends the HTTP responses that its clients expect'(client) {
    for (const path of PATHS) {
      const json = { 'content-type': 'application/json' };
      const one = await client.get(`${path}/hello?input=%221%22`);
      assert.deepEqual(one.json, { result: { data: 'Hello, 1, from undefined' } });
      assert.equal(one.headers['x-seen'], `${path}|/hello|false`);
      assert.equal(one.headers['cache-control'], 'max-age=1');
      assert.equal((await client.get(`${path}/hello,denied?batch=1&input=%7B%220%22%3A1%7D`)).status, 207);
      assert.equal((await client.get(`${path}/next`)).status, 405);
      assert.equal((await client.post(`${path}/next`, '{ broken', json)).status, 400);
      assert.equal((await client.post(`${path}/next`, 'text', { 'content-type': 'text/plain' })).status, 415);
      assert.equal((await client.send('HEAD', `${path}/hello`)).status, 204);
      await client.post(`${path}/hello`, '"over"', { ...json, 'x-http-method-override': 'GET' });
    }
    assert.equal(
      (await client.post('/trpc/next', 'x'.repeat(300_000), { 'content-type': 'application/json' })).status,
      413,
    );
    assert.equal((await client.get('/')).text, 'page');
  },
};
