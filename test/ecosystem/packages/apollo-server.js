import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';

const typeDefs = `
  type Query { hello(name: String): String, user: String, denied: String, broken: String }
  type Mutation { add(a: Int!, b: Int!): Int }
`;

export const packageName = '@apollo/server';

export async function program({ require, line }) {
  const express = require('express');
  const { ApolloServer } = require('@apollo/server');
  const { ApolloServerPluginDrainHttpServer } = require('@apollo/server/plugin/drainHttpServer');
  const { ApolloServerPluginLandingPageDisabled } = require('@apollo/server/plugin/disabled');
  const { expressMiddleware } = require(`@as-integrations/express${line}`);
  const { GraphQLError } = require('graphql');
  const app = express();
  const httpServer = http.createServer(app);

  const resolvers = {
    Query: {
      hello: (_root, { name }) => `Hello, ${name ?? 'you'}`,
      user: (_root, _args, context) => context.user,
      denied() {
        const http = { status: 401, headers: new Map([['x-why', 'because']]) };
        throw new GraphQLError('Not yours', { extensions: { code: 'DENIED', http } });
      },
      broken() {
        throw new Error('broken');
      },
    },
    Mutation: { add: (_root, { a, b }) => a + b },
  };
  const plugins = [
    ApolloServerPluginDrainHttpServer({ httpServer }),
    ApolloServerPluginLandingPageDisabled(),
  ];
  const server = new ApolloServer({ typeDefs, resolvers, plugins, allowBatchedHttpRequests: true });
  await server.start();

  const context = async ({ req, res }) => {
    res.set('X-Mounted', `${req.baseUrl}|${req.path}`);
    return { user: req.get('x-user') };
  };
  app.use('/graphql', express.json({ limit: '2kb' }), expressMiddleware(server, { context }));
  app.use('/unparsed', expressMiddleware(server, { context }));
  app.post('/stop', (_req, res) => {
    server.stop();
    setImmediate(() => res.send('last words'));
  });
  app.use((error, _req, res, _next) => res.status(error.status).json({ type: error.type }));
  return httpServer;
}

const post = (client, body, headers) => client.post('/graphql', body, { 'x-user': 'ann', ...headers });

export const cases = {
  async 'responds to queries and mutations'(client) {
    const { json, headers } = await post(client, {
      query: 'query Greet($n: String) { hello(name: $n) user }',
      operationName: 'Greet',
      variables: { n: 'é' },
    });
    assert.deepEqual(json, { data: { hello: 'Hello, é', user: 'ann' } });
    assert.equal(headers['x-mounted'], '/graphql|/');
    const sum = await post(client, { query: 'mutation { add(a: 1, b: 2) }' });
    assert.deepEqual(sum.json, { data: { add: 3 } });
    const below = await client.post('/graphql/below', { query: '{ hello }' });
    assert.equal(below.headers['x-mounted'], '/graphql|/below');
  },

  async 'responds to several at once'(client) {
    const { json } = await post(client, [{ query: '{ hello }' }, { query: '{ user }' }]);
    assert.deepEqual(json, [{ data: { hello: 'Hello, you' } }, { data: { user: 'ann' } }]);
  },

  async 'responds to GET requests with headers that browsers do not send'(client) {
    const path = '/graphql?query=%7Bhello%7D';
    const { json } = await client.get(path, { 'apollo-require-preflight': '1' });
    assert.deepEqual(json, { data: { hello: 'Hello, you' } });
    assert.equal((await client.get(path)).status, 400);
    assert.equal((await client.send('HEAD', '/graphql', { 'apollo-require-preflight': '1' })).status, 405);
  },

  async 'reports errors with their status and headers'(client) {
    const denied = await post(client, { query: '{ denied }' });
    assert.equal(denied.status, 401);
    assert.equal(denied.headers['x-why'], 'because');
    const broken = await post(client, { query: '{ hello broken }' });
    assert.equal(broken.json.data.hello, 'Hello, you');
    assert.equal(broken.json.errors[0].extensions.code, 'INTERNAL_SERVER_ERROR');
    assert.equal((await post(client, { query: '{ unknown }' })).status, 400);
    assert.equal((await post(client, {})).status, 400);
    assert.equal((await post(client, { query: '{ hello }' }, { accept: 'image/png' })).status, 406);
    assert.equal((await client.send('PUT', '/graphql', {}, { query: '{ hello }' })).status, 405);
  },

  async 'uses bodies of the parser before it'(client) {
    const json = { 'content-type': 'application/json' };
    assert.deepEqual((await post(client, '{ broken', json)).json, { type: 'entity.parse.failed' });
    assert.deepEqual((await post(client, { query: ' '.repeat(3000) })).json, { type: 'entity.too.large' });
    assert.equal(
      (await post(client, 'a=1', { 'content-type': 'application/x-www-form-urlencoded' })).status,
      400,
    );
    assert.equal((await client.post('/unparsed', { query: '{ hello }' })).status, 500);
  },

  async 'stops the server after the last response'(client) {
    assert.equal((await client.post('/stop')).text, 'last words');
    while (await isListening(client.port));
  },
};

async function isListening(port) {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
