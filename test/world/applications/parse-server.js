import net from 'node:net';
import { postgres } from '../harness/postgres.js';
import { recordProgram } from '../harness/program.js';

const PROGRAM = `
const http = require('node:http');
const express = require('express');
const FileSystem = require('@parse/fs-files-adapter');
const { ParseServer, ParseGraphQLServer } = require('parse-server');

const port = Number(process.argv[2]);
const url = 'http://127.0.0.1:' + port + '/parse';
const parseServer = new ParseServer({
  databaseURI: process.env.DATABASE_URL,
  appId: 'trains', appName: 'trains', masterKey: 'master', restAPIKey: 'rest', javascriptKey: 'script',
  serverURL: url, publicServerURL: url,
  allowCustomObjectId: true,
  allowClientClassCreation: true,
  fileUpload: { enableForPublic: true },
  filesAdapter: new FileSystem({ filesSubDirectory: 'data' }),
  silent: true, logsFolder: null,
  cloud() {
    Parse.Cloud.define('hello', ({ params, user, master }) => ({ params, user: user?.get('username'), master }));
    Parse.Cloud.define('fails', () => { throw new Parse.Error(141, 'on purpose'); });
    Parse.Cloud.define('validated', () => 'fine', { fields: ['name'] });
    Parse.Cloud.beforeSave('Station', ({ object }) => {
      if (object.get('name') === 'Atlantis') throw 'No such place';
    });
  },
});
parseServer.start().then(() => {
  const app = express();
  const graphQL = new ParseGraphQLServer(parseServer, { graphQLPath: '/graphql', playgroundPath: '/playground' });
  app.use('/parse', parseServer.app);
  graphQL.applyGraphQL(app);
  graphQL.applyPlayground(app);
  app.get('/', (_req, res) => res.send('trains'));
  http.createServer({ keepAliveTimeout: 0 }, app).listen(port);
});
`;
/** Typical code with Parse's own SDK: objects, queries, users, files and functions. */
const CLIENT = `
const Parse = require('parse/node');

Parse.initialize('trains', 'script', 'master');
Parse.serverURL = process.argv[2];
Parse.allowCustomObjectId = true;
const shown = [];
const show = async (name, work) => {
  shown.push({ name, result: await work().catch(({ code, message }) => ({ code, message })) });
};
const Train = Parse.Object.extend('Train');
const train = (name, speed) => new Train({ objectId: name, name, speed, at: new Parse.GeoPoint(30, speed / 10) });
const query = () => new Parse.Query(Train).ascending('name');
const names = (found) => ({ found: found.map((one) => one.get('name') ?? one.id) });

(async () => {
  const added = [train('Transrapid', 431), train('Linimo', 100), train('Ecobee', 110)];
  await show('save', async () => names(await Parse.Object.saveAll(added)));
  await show('find', async () => names(await query().find()));
  await show('greater', async () => names(await query().greaterThan('speed', 105).find()));
  await show('matches', async () => names(await query().matches('name', /^l/i).find()));
  await show('count', async () => ({ count: await query().count() }));
  await show('distinct', async () => ({ distinct: (await query().distinct('speed', { useMasterKey: true })).sort() }));
  await show('aggregate', async () => ({ sum: await query().aggregate([{ $group: { _id: null, sum: { $sum: '$speed' } } }]) }));
  await show('get', async () => names([await query().get('Linimo')]));
  await show('none', async () => names([await query().get('none')]));
  await show('increment', async () => { added[1].increment('speed', 5); return { speed: (await added[1].save()).get('speed') }; });
  await show('destroy', async () => { await added[2].destroy(); return names(await query().find()); });
  let user = new Parse.User({ username: 'conductor', password: 'all-aboard', email: 'a@b.example' });
  await show('signUp', async () => { await user.signUp(); return { name: user.getUsername(), token: typeof user.getSessionToken() }; });
  await show('signUp again', async () => new Parse.User({ username: 'conductor', password: 'b' }).signUp());
  await show('logIn', async () => { user = await Parse.User.logIn('conductor', 'all-aboard'); return { name: user.getUsername() }; });
  await show('wrong', async () => Parse.User.logIn('conductor', 'wrong'));
  await show('own', async () => {
    const note = new Parse.Object('Note', { text: 'mine' });
    note.setACL(new Parse.ACL(user));
    const sessionToken = user.getSessionToken();
    await note.save(null, { sessionToken });
    const notes = new Parse.Query('Note');
    return { mine: (await notes.find({ sessionToken })).length, all: (await notes.find()).length };
  });
  await show('run', async () => Parse.Cloud.run('hello', { a: [1, { b: new Date(0) }] }));
  await show('run as', async () => Parse.Cloud.run('hello', {}, { sessionToken: user.getSessionToken() }));
  await show('fails', async () => Parse.Cloud.run('fails'));
  await show('file', async () => {
    const file = new Parse.File('note.txt', { base64: Buffer.from('Mind the gap.').toString('base64') }, 'text/plain');
    await file.save();
    const response = await fetch(file.url());
    return { type: response.headers.get('content-type'), text: await response.text() };
  });
  await show('config', async () => { await Parse.Config.save({ a: 1 }, { a: false }); return (await Parse.Config.get()).attributes; });
  await show('schema', async () => ({ fields: Object.keys((await new Parse.Schema('Train').get()).fields) }));
  await show('health', async () => ({ health: await Parse.getServerHealth() }));
  console.log(JSON.stringify(shown, null, 2));
})();
`;

export const dependencies = {
  'parse-server': '9.10.0',
  parse: '8.6.0',
  '@parse/fs-files-adapter': '3.0.0',
  express: '5.2.1',
};
export const files = { 'app.cjs': PROGRAM, 'client.cjs': CLIENT };
export const start = (port) => ['app.cjs', port];
export const { prepare, skip } = postgres;
/** Times, generated names of users and files, and the entity tags that depend on them. */
export const volatile = [
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g,
  /r:[0-9a-f]{32}/g,
  /(?<="ACL":\{")\w{10}(?=")/g,
  /[0-9a-f]{32}(?=_note\.txt)/g,
  /(?<="(?:objectId|installationId|id)":")[\w=-]{10,}(?=")/g,
  /(?<=^Location: .*\/)\w{10}$/gim,
  /(?<=^ETag: W\/"[0-9a-f]+-).*(?=")/gim,
];

/**
 * Parse responds to errors and then passes some of them to next, so Express closes the connection and the next request on it
 * is lost. So each request uses a new connection, except those of `recordEnding`.
 */
const ALONE = { connection: 'close' };
const KEYS = { ...ALONE, 'x-parse-application-id': 'trains', 'x-parse-rest-api-key': 'rest' };
const MASTER = { ...KEYS, 'x-parse-master-key': 'master' };
/** Milliseconds; enough for a busy machine. */
const HANGS = 20_000;
const JSON_TYPE = { 'content-type': 'application/json' };

export async function sendRequests(client, { folder, port }) {
  await write(client);
  for (const path of PATHS) await client.get(`/parse${path}`, KEYS);
  for (const path of MASTERS) await client.get(`/parse${path}`, MASTER);
  for (const headers of STRANGERS) await client.get('/parse/classes/Station', headers);
  await requestUsers(client);
  await requestFiles(client);
  await requestFunctions(client);
  await requestGraphQL(client);
  for (const path of ['/', '/playground', '/parse', '/parse/none', '/none']) await client.get(path, ALONE);
  for (const path of ['/parse/classes/Station', '/parse/health', '/graphql', '/none']) {
    await client.send('OPTIONS', path, {
      ...ALONE,
      origin: 'http://a.example',
      'access-control-request-method': 'PUT',
    });
    await client.send('HEAD', path, KEYS);
  }
  await recordEnding(client, port, 'POST /parse/classes/Station', JSON_TYPE, '{ "name": ');
  await recordEnding(client, port, 'GET /parse/classes/Station/%zz');
  await recordEnding(client, port, 'GET /parse/serverInfo');
  await recordProgram(client, folder, 'client.cjs', `${client.url}/parse`);
}

async function write(client) {
  const stations = '/parse/classes/Station';
  for (const [objectId, name, trains] of STATIONS)
    await client.post(stations, { objectId, name, trains }, KEYS);
  for (const body of [{ objectId: 'one', name: 'twice' }, { name: 'Atlantis' }, { trains: 'x' }, [], {}]) {
    await client.post(stations, body, KEYS);
  }
  await client.send('PUT', `${stations}/one`, KEYS, { trains: { __op: 'Increment', amount: 2 } });
  await client.send('PUT', `${stations}/none`, KEYS, { name: 'none' });
  await client.send('DELETE', `${stations}/two`, KEYS);
  await client.send('DELETE', `${stations}/two`, KEYS);
  await client.send('PATCH', `${stations}/one`, KEYS, {});
  await client.post(`${stations}/one`, { _method: 'GET' }, KEYS);
  await client.post(stations, new URLSearchParams({ name: 'Emsland' }), KEYS);
  await client.post(
    stations,
    JSON.stringify({ _ApplicationId: 'trains', _JavaScriptKey: 'script', _method: 'GET', limit: 1 }),
    {
      ...ALONE,
      'content-type': 'text/plain',
    },
  );
  // They run concurrently, so each uses another object.
  const requests = [
    { method: 'POST', path: stations, body: { objectId: 'four', name: 'Birmingham' } },
    { method: 'PUT', path: `${stations}/none`, body: { name: 'none' } },
    { method: 'PUT', path: `${stations}/three`, body: { trains: 10 } },
  ];
  await client.post('/parse/batch', { requests }, KEYS);
  await client.post('/parse/batch', { requests: 5 }, KEYS);
  await client.send('DELETE', `${stations}/four`, KEYS);
  await client.post(
    '/parse/schemas/Line',
    { className: 'Line', fields: { name: { type: 'String' } } },
    MASTER,
  );
  await client.post('/parse/schemas/Line', { className: 'Line' }, MASTER);
  await client.send('DELETE', '/parse/schemas/Line', MASTER);
}

const STATIONS = [
  ['one', 'Shanghai', 12],
  ['two', 'Incheon', 6],
  ['three', 'Nagakute', 9],
];
const query = (parameters) => `/classes/Station?${new URLSearchParams(parameters)}`;
const PATHS = [
  ...['/health', '/classes/Station', '/classes/Station/', '/classes/Station/one', '/classes/Station/none'],
  ...['/classes/None', '//classes/Station/one', '/classes/_User', '/none', '/serverInfo'],
  query({ where: '{"trains":{"$gt":9}}', keys: 'name' }),
  query({ where: '{"name":{"$regex":"^S"}}' }),
  query({ where: '{"name":' }),
  query({ where: '{"name":{"$bad":1}}' }),
  query({ order: '-trains', limit: '1', skip: '1', count: '1' }),
  query({ limit: 'x' }),
  ...[
    '/users/me',
    '/sessions',
    '/schemas',
    '/config',
    '/roles',
    '/installations',
    '/hooks/functions',
    '/scriptlog',
  ],
];
const MASTERS = [
  ...[
    '/schemas',
    '/schemas/Station',
    '/schemas/None',
    '/serverInfo',
    '/hooks/functions',
    '/security',
    '/sessions',
  ],
  '/aggregate/Station?distinct=name',
];
const STRANGERS = [
  ALONE,
  { ...ALONE, 'x-parse-application-id': 'other' },
  { ...KEYS, 'x-parse-rest-api-key': 'other' },
  { ...KEYS, 'x-parse-master-key': 'other' },
  { ...KEYS, 'x-parse-session-token': 'r:none' },
  { ...ALONE, authorization: `Basic ${Buffer.from('trains:javascript-key=script').toString('base64')}` },
];

async function requestUsers(client) {
  const user = { username: 'driver', password: 'all-aboard', email: 'd@b.example' };
  const { json } = await client.post('/parse/users', user, KEYS);
  const own = { ...KEYS, 'x-parse-session-token': json.sessionToken };
  await client.post('/parse/users', user, KEYS);
  await client.post('/parse/users', { username: 'nobody' }, KEYS);
  await client.get(`/parse/login?${new URLSearchParams(user)}`, KEYS);
  await client.post('/parse/login', { ...user, password: 'wrong' }, KEYS);
  await client.post('/parse/verifyPassword', user, KEYS);
  for (const path of ['/users/me', '/sessions/me', '/users', '/sessions'])
    await client.get(`/parse${path}`, own);
  await client.post('/parse/requestPasswordReset', { email: user.email }, KEYS);
  await client.post('/parse/logout', {}, own);
  await client.get('/parse/users/me', own);
}

async function requestFiles(client) {
  const { json } = await client.post('/parse/files/note.txt', 'Mind the gap.', {
    ...KEYS,
    ...ALONE,
    'content-type': 'text/plain',
  });
  const { pathname } = new URL(json.url);
  await client.get(pathname, ALONE);
  await client.get(pathname, { ...ALONE, range: 'bytes=2-5' });
  await client.get(pathname.replace('/files/trains/', '/files/trains/metadata/'), ALONE);
  await client.send('HEAD', pathname, ALONE);
  await client.post('/parse/files/page.html', '<p>', { ...KEYS, 'content-type': 'text/html' });
  await client.post('/parse/files/', 'x', KEYS);
  await client.post('/parse/files/empty.txt', '', { ...KEYS, 'content-type': 'text/plain' });
  await client.send('DELETE', pathname.replace('trains/', ''), KEYS);
  await client.send('DELETE', pathname.replace('trains/', ''), MASTER);
  await client.get(pathname, ALONE);
  await client.get('/parse/files/other/note.txt', ALONE);
}

async function requestFunctions(client) {
  await client.post('/parse/functions/hello', { a: 1 }, KEYS);
  await client.post('/parse/functions/hello', { a: 1 }, MASTER);
  for (const name of ['fails', 'validated', 'none', 'a/b'])
    await client.post(`/parse/functions/${name}`, {}, KEYS);
  await client.post('/parse/functions/validated', { name: 'x' }, KEYS);
  await client.post('/parse/jobs/none', {}, MASTER);
  await client.post('/parse/events/AppOpened', {}, KEYS);
  await client.send('PUT', '/parse/config', MASTER, { params: { a: 1 } });
  await client.get('/parse/config', KEYS);
}

async function requestGraphQL(client) {
  for (const query of [
    '{ health }',
    '{ stations { count edges { node { name } } } }',
    '{ none }',
    '{ health',
    '',
  ]) {
    await client.post('/graphql', { query }, KEYS);
  }
  await client.post('/graphql', { query: '{ health }' }, ALONE);
  await client.post(
    '/graphql',
    { query: 'mutation { callCloudCode(input: { functionName: hello }) { result } }' },
    KEYS,
  );
  await client.get('/graphql?query={health}', { ...KEYS, 'apollo-require-preflight': 'yes' });
}

/** Sends a request that fails, and reads until the server, which would keep the connection open forever, closes it. */
async function recordEnding(client, port, first, headers = {}, body = '') {
  const sent = {
    ...KEYS,
    connection: 'keep-alive',
    host: 'localhost',
    'content-length': body.length,
    ...headers,
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  const socket = net.connect(port, '127.0.0.1');
  socket.setTimeout(HANGS, () => socket.destroy(new Error(`${first} leaves the connection open`)));
  socket.write([`${first} HTTP/1.1`, ...lines, '', body].join('\r\n'));
  const chunks = [];
  for await (const chunk of socket) chunks.push(chunk);
  client.record(`${first}\n${Buffer.concat(chunks).toString().replaceAll('\r\n', '\n')}`);
}
