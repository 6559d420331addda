const DATA = {
  stations: [
    { id: 1, name: 'Shanghai', trains: 12, address: { town: 'Pudong' } },
    { id: 2, name: 'Incheon', trains: 6, address: { town: 'Yongyu' } },
    { id: 3, name: 'Nagakute', trains: 9, address: { town: 'Tobu' } },
  ],
  platforms: [
    { id: 1, stationId: 1, length: 150 },
    { id: 2, stationId: 1, length: 160 },
    { id: 3, stationId: 3, length: 105 },
  ],
  profile: { name: 'maglev' },
};

export const dependencies = { 'json-server': '0.17.4' };
export const files = {
  'data/db.json': JSON.stringify(DATA),
  'routes.json': JSON.stringify({ '/api/*': '/$1', '/halts/:town': '/stations?address.town=:town' }),
  'public/note.txt': 'Mind the gap.\n',
};
/** Error responses include stacks, which differ. */
export const start = (port) => [
  '--stack-trace-limit=0',
  ...['node_modules/json-server/lib/cli/bin.js', 'data/db.json', '--port', port, '--routes', 'routes.json'],
  ...['--static', 'public', '--quiet'],
];

export async function sendRequests(client) {
  for (const path of READ) await client.get(path);
  for (const path of ['/stations', '/stations/1', '/note.txt', '/missing']) await client.send('HEAD', path);
  await client.send('OPTIONS', '/stations', {
    origin: 'http://a.example',
    'access-control-request-method': 'PUT',
  });
  await client.get('/stations', { origin: 'http://a.example' });
  await client.get('/db', { 'accept-encoding': 'gzip' });
  await client.get('/note.txt', { range: 'bytes=2-5' });
  const { headers } = await client.get('/stations/2');
  await client.get('/stations/2', { 'if-none-match': headers.etag });
  await write(client);
}

const READ = [
  ...[
    '/',
    '/style.css',
    '/db',
    '/stations',
    '/stations/1',
    '/stations/9',
    '/profile',
    '/missing',
    '/note.txt',
  ],
  ...['/stations?name=Incheon', '/stations?id=1&id=3', '/stations?address.town=Tobu', '/stations?q=tobu'],
  ...[
    '/stations?_page=1&_limit=2',
    '/stations?_page=2&_limit=2',
    '/stations?_start=1&_end=2',
    '/stations?_limit=1',
  ],
  ...[
    '/stations?_sort=name&_order=desc',
    '/stations?_sort=trains,name&_order=asc,asc',
    '/stations?trains_gte=9',
  ],
  ...['/stations?trains_lte=9', '/stations?id_ne=2', '/stations?name_like=ha', '/stations?_embed=platforms'],
  ...[
    '/platforms?_expand=station',
    '/platforms/1?_expand=station',
    '/stations/1/platforms',
    '/stations/9/platforms',
  ],
  ...[
    '/api/stations/1',
    '/halts/Yongyu',
    '/stations?callback=found',
    '/stations/',
    '//stations',
    '/stations/%zz',
  ],
];

async function write(client) {
  await client.post('/stations', { name: 'Emsland' });
  await client.post('/stations', new URLSearchParams({ name: 'Birmingham', trains: '2' }));
  await client.post('/stations', '{ "name": ', { 'content-type': 'application/json' });
  await client.post('/stations', { id: 1, name: 'twice' });
  await client.post('/stations/3/platforms', { length: 90 });
  await client.post('/profile', { name: 'new' });
  await client.send('PUT', '/stations/2', {}, { name: 'Yongyu' });
  await client.send('PUT', '/stations/99', {}, { name: 'nowhere' });
  await client.send('PATCH', '/stations/3', {}, { trains: 10 });
  await client.send('PATCH', '/profile', {}, { more: true });
  await client.send('PUT', '/profile', {}, { name: 'other' });
  await client.post('/stations/3', { trains: 11 }, { 'x-http-method-override': 'PATCH' });
  await client.send('DELETE', '/stations/1');
  await client.send('DELETE', '/stations/1');
  await client.get('/db');
}
