const PROGRAM = `
const functions = require('@google-cloud/functions-framework');

functions.http('trains', (req, res) => {
  const { method, path, query, body, rawBody } = req;
  if (path === '/text') return res.type('text').send('text');
  if (path === '/status') return res.sendStatus(202);
  if (path === '/redirect') return res.redirect(301, '/text');
  if (path === '/cookie') return res.cookie('a', 'b', { path: '/x' }).append('X-More', ['1', '2']).json(req.headers.cookie);
  if (path === '/format') return res.format({ text: () => res.send('text'), json: () => res.json({}) });
  if (path === '/throws') throw new Error('on purpose');
  if (path === '/rejects') return Promise.reject(Object.assign(new Error('on purpose'), { status: 418 }));
  if (path === '/jsonp') return res.jsonp({ a: 1 });
  if (path === '/bytes') return res.send(Buffer.from([0, 255]));
  if (path === '/ip') return res.json([req.ip, req.ips, req.protocol, req.hostname, req.secure, req.xhr]);
  const raw = rawBody?.toString('base64');
  const shown = Buffer.isBuffer(body) ? { bytes: body.toString('base64') } : body;
  res.json({ method, path, query, url: req.url, originalUrl: req.originalUrl, params: req.params, shown, raw, is: req.is('json') });
});
`;

export const dependencies = { '@google-cloud/functions-framework': '5.0.5' };
export const files = { 'index.js': PROGRAM };
/** Error responses include stacks, which differ. */
export const start = (port) => [
  '--stack-trace-limit=0',
  ...[
    'node_modules/@google-cloud/functions-framework/build/src/main.js',
    '--target=trains',
    `--port=${port}`,
  ],
];

export async function sendRequests(client) {
  for (const path of PATHS) await client.get(path);
  for (const [body, type] of BODIES) await client.post('/echo?a=1', body, type && { 'content-type': type });
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) await client.send(method, '/echo');
  await client.get('/format', { accept: 'application/json' });
  await client.get('/format', { accept: 'image/png' });
  await client.get('/cookie', { cookie: 'c=d' });
  await client.get('/ip', {
    'x-forwarded-for': '1.2.3.4, 5.6.7.8',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'a',
  });
  await client.get('/text', { 'if-none-match': '*' });
}

const PATHS = [
  ...[
    '/',
    '/echo',
    '/echo/',
    '/a/b?c=d&e[f]=g&h=1&h=2',
    '/text',
    '/status',
    '/redirect',
    '/cookie',
    '/format',
    '/throws',
  ],
  ...[
    '/rejects',
    '/jsonp?callback=cb',
    '/bytes',
    '/ip',
    '/favicon.ico',
    '/robots.txt',
    '/%zz',
    '/a%20b',
    '//double',
  ],
];
const BODIES = [
  [{ a: 1 }],
  [new URLSearchParams({ a: '1', 'b[c]': '2' })],
  ['text', 'text/plain'],
  ['<a/>', 'application/xml'],
  [Buffer.from([0, 255]), 'application/octet-stream'],
  ['{ "a": ', 'application/json'],
  ['[1, 2]', 'application/json'],
  ['5', 'application/json'],
  ['{"a":1}', 'application/vnd.api+json'],
  ['{"a":1}', 'application/json; charset=latin7'],
  ['', 'application/json'],
  ['no type'],
];
