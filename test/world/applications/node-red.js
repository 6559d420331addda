import { recordProgram } from '../harness/program.js';

const SETTINGS = `
module.exports = {
  uiHost: '127.0.0.1',
  flowFile: 'flows.json',
  credentialSecret: 'secret',
  httpAdminRoot: '/admin',
  httpNodeRoot: '/',
  httpStatic: __dirname + '/public',
  httpNodeCors: { origin: '*', methods: 'GET,PUT,POST,DELETE' },
  diagnostics: { enabled: true, ui: true },
  runtimeState: { enabled: true, ui: true },
  telemetry: { enabled: false, updateNotification: false },
  editorTheme: { tours: false },
};
`;
const TAB = 'f0000000000000a1';

/** The nodes of a flow that responds to requests with the result of a function. */
function responding(id, method, url, func) {
  const [input, code, output] = ['1', '2', '3'].map((n) => `f00000000000${id}${n}`);
  return [
    { id: input, type: 'http in', z: TAB, name: '', url, method, upload: false, x: 1, y: 1, wires: [[code]] },
    {
      id: code,
      type: 'function',
      z: TAB,
      name: '',
      func,
      outputs: 1,
      libs: [],
      x: 2,
      y: 1,
      wires: [[output]],
    },
    {
      id: output,
      type: 'http response',
      z: TAB,
      name: '',
      statusCode: '',
      headers: {},
      x: 3,
      y: 1,
      wires: [],
    },
  ];
}
const FLOWS = [
  { id: TAB, type: 'tab', label: 'Trains', disabled: false, info: '' },
  ...responding(
    '00a',
    'get',
    '/trains/:id',
    'msg.payload = { p: msg.req.params, q: msg.req.query }; return msg;',
  ),
  ...responding(
    '00b',
    'post',
    '/trains',
    'msg.statusCode = 201; msg.headers = { "X-Made": "here" }; return msg;',
  ),
  ...responding('00c', 'put', '/trains/*', 'msg.payload = "put " + msg.req.params[0]; return msg;'),
  ...responding(
    '00d',
    'get',
    '/cookies',
    'msg.cookies = { a: "1" }; msg.payload = msg.req.cookies; return msg;',
  ),
  ...responding('00e', 'get', '/bytes', 'msg.payload = Buffer.from([0, 255]); return msg;'),
  ...responding('00f', 'delete', '/trains/:id?', 'msg.statusCode = 204; msg.payload = ""; return msg;'),
  ...responding('010', 'get', '/number', 'msg.payload = 418; return msg;'),
];

export const dependencies = { 'node-red': '4.1.8' };
export const files = {
  'settings.cjs': SETTINGS,
  'data/flows.json': JSON.stringify(FLOWS),
  'public/note.txt': 'Mind the gap.\n',
};
export const start = (port) => [
  ...['node_modules/node-red/red.js', '--settings', 'settings.cjs', '--userDir', 'data', '--port', port],
];
export const ready = /Started flows/;
/** Ids, cache busters in URLs, and the installation time of packages. */
export const volatile = [
  /(?<=\?v=)[0-9a-f]{12}/g,
  /(?<=^Last-Modified: ).*/gim,
  /(?<="(?:id|rev|z)":")(?!f0000)[0-9a-f]{16,}/g,
  /(?<=^DELETE \/admin\/flow\/)[0-9a-f]{16}/g,
  /(?<=^ETag: W\/"[0-9a-f]+-).*(?=")/gim,
];

export async function sendRequests(client, { folder }) {
  for (const path of PATHS) await client.get(path);
  await command(client, folder);
  await requestFlows(client);
  await administer(client);
}

const PATHS = [
  ...[
    '/trains/7',
    '/trains/7?a=1&b[c]=2',
    '/trains/%zz',
    '/trains/',
    '/trains',
    '/cookies',
    '/bytes',
    '/number',
  ],
  ...[
    '/note.txt',
    '/missing',
    '/',
    '/admin',
    '/admin/',
    '/admin/settings',
    '/admin/theme',
    '/admin/nodes',
    '/admin/flows',
  ],
  ...[
    '/admin/flow/global',
    `/admin/flow/${TAB}`,
    '/admin/flow/none',
    '/admin/icons',
    '/admin/plugins',
    '/admin/auth/login',
  ],
  ...[
    '/admin/locales/editor',
    '/admin/locales/nodes',
    '/admin/settings/user',
    '/admin/context/global',
    '/admin/flows/state',
  ],
  ...[
    '/admin/library/local/flows/',
    '/admin/library/local/functions/',
    '/admin/nodes/node-red/http',
    '/admin/nodes/none',
  ],
  ...[
    '/admin/red/red.min.js',
    '/admin/red/style.min.css',
    '/admin/favicon.ico',
    '/admin/missing',
    '/admin/credentials/inject/1',
  ],
];

/** With the administration command of Node-RED. */
async function command(client, folder) {
  const red = (...args) =>
    recordProgram(client, folder, 'node_modules/node-red/red.js', 'admin', ...args, '--userDir', 'data');
  await red('target', `${client.url}/admin`);
  await red('list', '--json');
  await red('info', 'node-red/delay');
  await red('disable', 'node-red/delay');
  await red('list');
  await red('enable', 'node-red/delay');
  await red('info', 'node-red');
}

async function requestFlows(client) {
  await client.post('/trains', { name: 'one' });
  await client.post('/trains', new URLSearchParams({ name: 'two', 'a[b]': '1' }));
  await client.post('/trains', 'plain', { 'content-type': 'text/plain' });
  await client.post('/trains', Buffer.from([0, 1, 255]), { 'content-type': 'application/octet-stream' });
  await client.post('/trains', '{ "name": ', { 'content-type': 'application/json' });
  await client.send('PUT', '/trains/a/b', {}, { a: 1 });
  await client.send('DELETE', '/trains/1');
  await client.send('PATCH', '/trains/1', {}, { a: 1 });
  await client.get('/cookies', { cookie: 'b=2; c=%7B%7D' });
  for (const path of ['/trains/7', '/note.txt', '/missing', '/admin/settings']) {
    await client.send('HEAD', path);
    await client.send('OPTIONS', path, {
      origin: 'http://a.example',
      'access-control-request-method': 'PUT',
    });
  }
  const { headers } = await client.get('/note.txt');
  await client.get('/note.txt', { 'if-none-match': headers.etag });
  await client.get('/note.txt', { range: 'bytes=2-5' });
}

/** Deployments get a response before they are complete: waits until a path has this status. */
async function until(client, path, status) {
  const signal = AbortSignal.timeout(20_000);
  for (let last; last !== status; ) {
    const response = await fetch(client.url + path, { signal });
    await response.arrayBuffer();
    last = response.status;
  }
}

async function administer(client) {
  await client.get('/admin/nodes', { accept: 'application/json' });
  await client.get('/admin/nodes', { accept: 'text/html' });
  await client.get('/admin/flows', { 'node-red-api-version': 'v2' });
  await client.get('/admin/flows', { 'node-red-api-version': 'v9' });
  await client.post('/admin/library/local/functions/mine.js', { text: 'return msg;', name: 'mine' });
  await client.get('/admin/library/local/functions/none.js');
  await client.post('/admin/settings/user', { a: 1 });
  await client.get('/admin/settings/user');
  const added = {
    label: 'More',
    nodes: responding('020', 'get', '/more', 'msg.payload = "more"; return msg;'),
  };
  const { json } = await client.post('/admin/flow', added);
  await until(client, '/more', 200);
  await client.get('/more');
  await client.send('DELETE', `/admin/flow/${json.id}`);
  await until(client, '/more', 404);
  await client.get('/more');
  await client.send('DELETE', '/admin/flow/none');
  await client.post('/admin/flows', FLOWS.slice(0, 4), { 'node-red-deployment-type': 'full' });
  await until(client, '/number', 404);
  await until(client, '/trains/7', 200);
  await client.get('/trains/7');
  await client.get('/number');
  await client.post('/admin/flows', '{ "flows": ', { 'content-type': 'application/json' });
  await client.post('/admin/flows/state', { state: 'stop' });
  await until(client, '/trains/7', 404);
  await client.get('/trains/7');
}
