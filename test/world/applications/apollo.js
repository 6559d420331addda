import { createHash } from 'node:crypto';
import { recordProgram } from '../harness/program.js';

export const dependencies = {
  '@apollo/server': '5.5.1',
  '@as-integrations/express5': '1.1.2',
  cors: '2.8.5',
  express: '5.2.1',
  graphql: '16.15.0',
  '@apollo/client': '4.3.8',
  rxjs: '7.8.2',
};
const PROGRAM = `
import http from 'node:http';
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { expressMiddleware } from '@as-integrations/express5';
import cors from 'cors';
import express from 'express';
import { GraphQLError } from 'graphql';

const typeDefs = \`
  type Station { id: ID!, name: String!, trains(first: Int): [Int!]! }
  type Query { stations: [Station!]!, station(id: ID!): Station, who: String, fails: String, refused: String }
  type Mutation { add(name: String!): Station! }
\`;
const stations = [{ id: '1', name: 'Shanghai' }, { id: '2', name: 'Incheon' }];
const refuse = () => {
  throw new GraphQLError('refused', { extensions: { code: 'FORBIDDEN', http: { status: 403, headers: new Map([['x-why', 'so']]) } } });
};
const resolvers = {
  Station: { trains: (_, { first = 3 }) => Array.from({ length: first }, (_, i) => i) },
  Query: {
    stations: () => stations,
    station: (_, { id }) => stations.find((station) => station.id === id),
    who: (_, __, { who }) => who,
    fails: () => { throw new Error('on purpose'); },
    refused: refuse,
  },
  Mutation: { add: (_, { name }) => { const one = { id: String(stations.length + 1), name }; stations.push(one); return one; } },
};
const app = express();
const httpServer = http.createServer(app);
const server = new ApolloServer({
  typeDefs, resolvers, introspection: true, allowBatchedHttpRequests: true, includeStacktraceInErrorResponses: false,
  plugins: [ApolloServerPluginDrainHttpServer({ httpServer })],
});
await server.start();
const context = async ({ req }) => ({ who: req.get('authorization') });
app.use('/graphql', cors(), express.json({ limit: '10kb' }), expressMiddleware(server, { context }));
app.use('/bare', expressMiddleware(server));
app.get('/health', (_req, res) => res.send('well'));
httpServer.listen(Number(process.argv[2]));
`;
/** Typical code of a page with Apollo's own client: variables, errors, hashes of queries, and batches. */
const CLIENT = `
import { createHash } from 'node:crypto';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client/core/index.js';
import { BatchHttpLink } from '@apollo/client/link/batch-http/index.js';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries/index.js';

const uri = process.argv[2];
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const headers = { authorization: 'me' };
const links = {
  plain: () => new HttpLink({ uri, headers }),
  'by GET': () => new HttpLink({ uri, headers, useGETForQueries: true }),
  hashed: () => new PersistedQueryLink({ sha256, useGETForHashedQueries: true }).concat(new HttpLink({ uri, headers })),
  batched: () => new BatchHttpLink({ uri, headers, batchMax: 3, batchInterval: 1 }),
};
const queries = [
  gql\`{ stations { id name trains(first: 1) } }\`,
  gql\`query One($id: ID!) { station(id: $id) { name } }\`,
  gql\`{ who fails }\`,
  gql\`{ refused }\`,
  gql\`{ nothing }\`,
];
for (const [name, link] of Object.entries(links)) {
  const client = new ApolloClient({ link: link(), cache: new InMemoryCache() });
  const options = { errorPolicy: 'all', fetchPolicy: 'network-only', variables: { id: '2' } };
  const results = await Promise.all(queries.map((query) => client.query({ query, ...options }).then(shown, shown)));
  const mutation = gql\`mutation Add($name: String!) { add(name: $name) { id name } }\`;
  results.push(await client.mutate({ mutation, variables: { name } }).then(shown, shown));
  console.log(name, JSON.stringify(results, null, 2));
  client.stop();
}
function shown({ data, error, errors, message, statusCode, extensions, name }) {
  return { data, extensions, name, message, statusCode, error: error && shown(error), errors: errors?.map(shown) };
}
`;

export const files = { 'app.mjs': PROGRAM, 'client.mjs': CLIENT };
export const start = (port) => ['app.mjs', port];
/** The policy that allows the scripts of the page, and the entity tag that depends on it. */
export const volatile = [
  /(?<=nonce[-=]["']?)[0-9a-f]{64}/g,
  /(?<=^Content-Type: text\/html.*\nContent-Length: \d+\nETag: ).*/gim,
];

export async function sendRequests(client, { folder }) {
  for (const body of BODIES) await client.post('/graphql', body, { authorization: 'me' });
  for (const path of PATHS) await client.get(path, { 'apollo-require-preflight': 'yes' });
  await client.get(`/graphql?query=${encodeURIComponent('{ who }')}`);
  await client.get('/graphql', { accept: 'text/html' });
  await client.post('/graphql', '{ "query": ', { 'content-type': 'application/json' });
  await client.post('/graphql', '{ who }', { 'content-type': 'text/plain' });
  await client.post('/graphql', new URLSearchParams({ query: '{ who }' }));
  await client.post('/graphql', { query: `{ who } ${'#'.repeat(20_000)}` });
  await client.post('/graphql', { query: '{ who }' }, { accept: 'application/graphql-response+json' });
  await client.post('/graphql', { query: '{ nothing }' }, { accept: 'application/graphql-response+json' });
  await client.post('/graphql', { query: '{ who }' }, { accept: 'image/png' });
  await client.post('/bare', { query: '{ who }' });
  for (const method of ['PUT', 'DELETE', 'PATCH', 'HEAD']) await client.send(method, '/graphql');
  await client.send('OPTIONS', '/graphql', {
    origin: 'http://a.example',
    'access-control-request-method': 'POST',
  });
  await persist(client);
  await recordProgram(client, folder, 'client.mjs', `${client.url}/graphql`);
}

const BODIES = [
  { query: '{ stations { id name trains } }' },
  { query: '{ station(id: 2) { name trains(first: 1) } }' },
  {
    query: 'query One($id: ID!) { station(id: $id) { name } }',
    variables: { id: '1' },
    operationName: 'One',
  },
  { query: 'query One($id: ID!) { station(id: $id) { name } }' },
  { query: 'query A { who } query B { stations { id } }', operationName: 'B' },
  { query: 'query A { who } query B { stations { id } }' },
  { query: 'mutation { add(name: "Emsland") { id } }' },
  { query: '{ stations { id } }' },
  { query: '{ who }' },
  { query: '{ fails who }' },
  { query: '{ refused }' },
  { query: '{ nothing }' },
  { query: '{ who' },
  { query: '{ __schema { types { name } } }' },
  { query: '{ who }', extensions: { a: 1 }, variables: null },
  { query: 5 },
  {},
  [{ query: '{ who }' }, { query: '{ fails }' }],
  [],
];
const PATHS = [
  ...[
    '/graphql',
    '/graphql?query={who}',
    '/graphql?query=mutation{add(name:"x"){id}}',
    '/graphql?query=',
    '/health',
  ],
  ...[
    '/graphql?query={station(id:1){name}}&variables={}',
    '/graphql?query={who}&variables=x',
    '/missing',
    '/graphql/more',
  ],
];

/** Sends a query by its hash, then with its text, and then by its hash again. */
async function persist(client) {
  const query = '{ stations { name } }';
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  await client.post('/graphql', { extensions });
  await client.post('/graphql', { query, extensions });
  await client.post('/graphql', { extensions });
}
