import assert from 'node:assert/strict';

export function program({ require }) {
  const express = require('express');
  const { createHandler } = require('graphql-http/lib/use/express');
  const { buildSchema, GraphQLError } = require('graphql');
  const schema = buildSchema(`
    type Query { hello(name: String): String, user: String, denied: String }
    type Mutation { add(a: Int!, b: Int!): Int }
  `);
  const rootValue = {
    hello: ({ name }) => `Hello, ${name ?? 'you'}`,
    user: (_args, context) => context.user,
    denied() {
      throw new GraphQLError('Not yours', { extensions: { code: 'DENIED' } });
    },
    add: ({ a, b }) => a + b,
  };
  const context = ({ raw }) => ({ user: `${raw.get('x-user')} at ${raw.baseUrl}|${raw.path}` });
  const app = express();
  app.all('/graphql', createHandler({ schema, rootValue, context }));
  app.use('/parsed', express.json(), createHandler({ schema, rootValue, context }));
  app.get('/', (_req, res) => res.send('page'));
  return app;
}

/** Both with the body read by itself and with the body parsed by `json`. */
async function check(client, path, user) {
  const send = (body, headers) =>
    client.post(path, body, { accept: 'application/graphql-response+json', 'x-user': 'ann', ...headers });

  const { json } = await send({ query: 'query($n: String) { hello(name: $n) user }', variables: { n: 'é' } });
  assert.deepEqual(json, { data: { hello: 'Hello, é', user } });
  const sum = await send({ query: 'mutation { add(a: 1, b: 2) }' }, { accept: 'application/json' });
  assert.deepEqual(sum.json, { data: { add: 3 } });

  const denied = await send({ query: '{ denied }' });
  assert.deepEqual(denied.json.errors[0].extensions, { code: 'DENIED' });
  assert.equal((await send({ query: '{ unknown }' })).status, 400);
  assert.equal((await send({ query: '{' })).status, 400);
  assert.equal((await send({})).status, 400);
  assert.equal((await send('{ broken', { 'content-type': 'application/json' })).status, 400);
  assert.equal((await send('{}', { 'content-type': 'text/plain' })).status, 415);
  assert.equal((await send({ query: '{ hello }' }, { accept: 'text/html' })).status, 406);

  const query = (text) => client.get(`${path}?query=${encodeURIComponent(text)}`);
  assert.deepEqual((await query('{ hello(name: "a&b") }')).json, { data: { hello: 'Hello, a&b' } });
  assert.equal((await query('mutation { add(a: 1, b: 2) }')).status, 405);
  assert.equal((await client.send('PUT', path)).headers.allow, 'GET, POST');
  assert.equal((await client.get('/')).text, 'page');
}

export const cases = {
  'responds to bodies that it reads itself': (client) => check(client, '/graphql', 'ann at |/graphql'),
  'responds to bodies that a parser has read': (client) => check(client, '/parsed', 'ann at /parsed|/'),
};
