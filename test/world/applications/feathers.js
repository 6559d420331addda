import { recordProgram } from '../harness/program.js';

export const dependencies = {
  '@feathersjs/express': '5.0.50',
  '@feathersjs/feathers': '5.0.50',
  '@feathersjs/errors': '5.0.50',
  '@feathersjs/memory': '5.0.50',
  '@feathersjs/rest-client': '5.0.50',
};
const PROGRAM = `
const { feathers } = require('@feathersjs/feathers');
const { NotAuthenticated, Conflict } = require('@feathersjs/errors');
const express = require('@feathersjs/express');
const { memory } = require('@feathersjs/memory');

const app = express.default(feathers());
app.use(express.json());
app.use(express.urlencoded({ extended: true }));
app.configure(express.rest());
app.use('/stations', memory({ paginate: { default: 2, max: 5 }, multi: true, whitelist: ['$regex'] }));
app.use('/lines/:line/trains', {
  async find(params) {
    return { route: params.route, query: params.query, provider: params.provider };
  },
  async get(id, { route }) {
    if (id === 'none') throw new Conflict('No such train', { id });
    return { id, route };
  },
  async create(data, { headers }) {
    return { data, note: headers['x-note'] };
  },
  async ring(data) {
    return { rung: data };
  },
}, { methods: ['find', 'get', 'create', 'ring'] });
app.service('stations').hooks({
  before: {
    remove: [async ({ params }) => {
      if (params.headers.authorization === undefined) throw new NotAuthenticated('Who are you?');
    }],
  },
  after: {
    create: [async (context) => { context.http = { headers: { 'X-Made': 'here' }, status: 202 }; }],
  },
});
app.use('/files', express.static('public'));
app.get('/plain/:id', (req, res) => res.json({ params: req.params, query: req.query, feathers: req.feathers }));
app.use('/moved', { async find(_params) { return []; } }, (req, res) => res.redirect('/stations'));
app.use(express.notFound({ verbose: true }));
app.use(express.errorHandler({ logger: false, html: false }));
app.listen(Number(process.argv[2]));
`;
/** Typical code of a page with Feathers' own client. */
const CLIENT = `
const { feathers } = require('@feathersjs/feathers');
const rest = require('@feathersjs/rest-client');

const app = feathers();
const connection = rest(process.argv[2]).fetch(fetch);
app.configure(connection);
app.use('lines/2/trains', connection.service('lines/2/trains'), { methods: ['find', 'get', 'create', 'ring'] });
const stations = app.service('stations');
const trains = app.service('lines/2/trains');
const headers = { authorization: 'me' };
const calls = {
  create: () => stations.create({ name: 'Daejeon' }),
  several: () => stations.create([{ name: 'Linyi' }, { name: 'Changsha' }]),
  find: () => stations.find({ query: { name: { $in: ['Daejeon', 'Linyi'] }, $sort: { name: -1 }, $limit: 5 } }),
  none: () => stations.get(99),
  bad: () => stations.find({ query: { name: { $bad: 1 } } }),
  patch: () => stations.patch(null, { trains: 2 }, { query: { name: 'Linyi' } }),
  update: () => stations.update(2, { name: 'new' }),
  refused: () => stations.remove(2),
  remove: () => stations.remove(2, { headers }),
  ring: () => trains.ring({ bell: 1 }),
  nested: () => trains.find({ query: { a: { b: [1, 2] } } }),
  conflict: () => trains.get('none'),
  unknown: () => app.service('unknown').find(),
};
(async () => {
  for (const [name, call] of Object.entries(calls)) {
    const result = await call().catch(({ name, code, className, data, message }) => ({ name, code, className, data, message }));
    console.log(name, JSON.stringify(result));
  }
})();
`;

export const files = { 'app.cjs': PROGRAM, 'client.cjs': CLIENT, 'public/note.txt': 'Mind the gap.\n' };
export const start = (port) => ['app.cjs', port];

export async function sendRequests(client, { folder }) {
  for (const name of ['Shanghai', 'Incheon', 'Nagakute', 'Emsland']) await client.post('/stations', { name });
  await client.post('/stations', [{ name: 'Birmingham' }, { name: 'Berlin' }]);
  await client.post('/stations', new URLSearchParams({ name: 'Yongyu', 'address[town]': 'Incheon' }));
  await client.post('/stations', '{ "name": ', { 'content-type': 'application/json' });
  for (const path of READ) await client.get(path);
  await client.post('/lines/2/trains', { id: 7 }, { 'x-note': 'hello' });
  await client.post('/lines/2/trains', { bell: 1 }, { 'x-service-method': 'ring' });
  await client.post('/lines/2/trains', { bell: 1 }, { 'x-service-method': 'find' });
  await client.send('PUT', '/stations/1', {}, { name: 'Incheon 2' });
  await client.send('PUT', '/stations', {}, { name: 'all' });
  await client.send('PUT', '/lines/2/trains/1', {}, { name: 'none' });
  await client.send('PATCH', '/stations/2', {}, { trains: 4 });
  await client.send('PATCH', '/stations?name=Berlin', {}, { trains: 5 });
  await client.send('PATCH', '/stations/99', {}, { trains: 5 });
  await client.send('DELETE', '/stations/0');
  await client.send('DELETE', '/stations/0', { authorization: 'me' });
  await client.send('DELETE', '/stations/0', { authorization: 'me' });
  await client.send('DELETE', '/stations?name=Berlin', { authorization: 'me' });
  await client.get('/stations?$limit=5');
  for (const path of ['/stations', '/stations/1', '/lines/1/trains', '/files/note.txt', '/missing']) {
    await client.send('HEAD', path);
    await client.send('OPTIONS', path);
  }
  const { headers } = await client.get('/stations/2');
  await client.get('/stations/2', { 'if-none-match': headers.etag });
  await client.get('/missing', { accept: 'text/html' });
  await recordProgram(client, folder, 'client.cjs', client.url);
}

const READ = [
  ...[
    '/stations',
    '/stations/0',
    '/stations/99',
    '/stations?$limit=1&$skip=1',
    '/stations?$limit=100',
    '/stations/',
  ],
  ...[
    '/stations?name=Incheon',
    '/stations?$sort[name]=-1',
    '/stations?$select[]=name',
    '/stations?name[$ne]=Berlin',
  ],
  ...[
    '/stations?$or[0][name]=Emsland&$or[1][name]=Berlin',
    '/stations?id[$gt]=2',
    '/stations?id[$in][]=1&id[$in][]=2',
  ],
  ...[
    '/stations?name[$bad]=1',
    '/lines/2/trains',
    '/lines/2/trains?a[b][c]=1',
    '/lines/2/trains/7',
    '/lines/x%2Fy/trains/7',
  ],
  ...[
    '/lines/2/trains/none',
    '/lines/2/trains/%zz',
    '/lines//trains',
    '/plain/5?a=1',
    '/files/note.txt',
    '/files/',
    '/moved',
  ],
  ...['/missing', '/stations/1/more', '/Stations/1'],
];
