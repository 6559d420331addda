import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CONFIGURATION = `
storage: ./data/storage
auth:
  htpasswd:
    file: ./data/htpasswd
    algorithm: bcrypt
    rounds: 4
secret: abcdefghijklmnopqrstuvwxyz012345
uplinks: {}
packages:
  '@private/*': { access: $authenticated, publish: $authenticated, unpublish: $authenticated }
  '**': { access: $all, publish: $authenticated, unpublish: $authenticated }
web: { enable: true, title: maglev }
log: { type: stdout, format: pretty, level: warn }
`;
const MODULE = 'module.exports = "Mind the gap.";\n';
const USER = { name: 'conductor', password: 'all-aboard-2020' };

export const dependencies = { verdaccio: '6.8.0' };
/** npm requests a tag that some registries do not keep. */
export const overrides = { 'node-fetch': '2.7.0' };
export const files = { 'verdaccio.yaml': CONFIGURATION };
export const start = (port) => [
  ...['node_modules/verdaccio/bin/verdaccio', '--config', 'verdaccio.yaml', '--listen', `127.0.0.1:${port}`],
];
/** Times, tokens, revisions, and the entity tags that depend on them. */
export const volatile = [
  /(?<="(?:token|_rev|rev|_id|created|modified|time|updated)": ?")[^"]*/g,
  /(?<="(?:\d+\.\d+\.\d+)": ?")\d{4}-[^"]*/g,
  /(?<="time": ?)\d+/g,
  /(?<="token":")[^"]*/g,
  /(?<="key":")[^"]*/g,
  /(?<=^X-RateLimit-Reset: ).*/gim,
  /(?<=^ETag: ).*/gim,
  /(?<=^Last-Modified: ).*/gim,
  /(?<="\/-\/user\/token\/)[^"]*/g,
];

/** npm publishes a package and installs it again. Then the parts of the API are requested one by one. */
export async function sendRequests(client, { folder }) {
  const registry = `${client.url}/`;
  const login = await client.send(
    'PUT',
    `/-/user/org.couchdb.user:${USER.name}`,
    {},
    { ...USER, email: 'a@b.example' },
  );
  const { token } = login.json;
  const home = join(folder, 'data/client');
  await publish(client, home, registry, token);
  for (const path of PATHS) await client.get(path);
  await requestAs(client, { authorization: `Bearer ${token}` });
  await requestWeb(client);
}

async function publish(client, home, registry, token) {
  const npmrc = `registry=${registry}\n${registry.replace('http:', '')}:_authToken=${token}\ncache=${join(home, 'cache')}\n`;
  const folders = { '1.0.0': 'one', '1.1.0': 'two' };
  const npm = async (cwd, ...parameters) => {
    const settings = ['--userconfig', join(home, 'npmrc'), '--no-audit', '--no-fund', '--no-update-notifier'];
    const { stdout } = await run('npm', [...parameters, ...settings], { cwd, env: withoutNpm() });
    client.record(`npm ${parameters.join(' ')}\n${stdout}`);
  };
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'npmrc'), npmrc);
  for (const [version, name] of Object.entries(folders)) {
    for (const scope of ['', '@private/']) {
      const described = {
        name: `${scope}small-gap`,
        version,
        description: 'a small package',
        keywords: ['gap'],
      };
      const folder = join(home, scope, name);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), JSON.stringify(described));
      writeFileSync(join(folder, 'index.js'), MODULE);
      writeFileSync(join(folder, 'README.md'), '# A small gap\n\nMind it.\n');
      await npm(folder, 'publish', '--tag', version === '1.0.0' ? 'old' : 'latest');
    }
  }
  const user = join(home, 'user');
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{ "private": true }');
  await npm(user, 'install', '--silent', 'small-gap', '@private/small-gap@old');
  await npm(user, 'ls', '--json');
  await npm(user, 'view', 'small-gap', 'versions', 'dist-tags', 'dist.shasum', '--json');
  await npm(user, 'dist-tag', 'add', 'small-gap@1.0.0', 'stable');
  await npm(user, 'dist-tag', 'ls', 'small-gap');
  await npm(user, 'whoami');
  await npm(user, 'ping', '--json');
  const { stdout } = await run(process.execPath, ['-p', "require('small-gap')"], { cwd: user });
  client.record(stdout);
}

/** Programs would read the variables of npm as settings. */
function withoutNpm() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
}

const PATHS = [
  ...[
    '/small-gap',
    '/small-gap/1.0.0',
    '/small-gap/latest',
    '/small-gap/9.9.9',
    '/missing',
    '/@private/small-gap',
  ],
  ...[
    '/@private%2fsmall-gap',
    '/small-gap/-/small-gap-1.0.0.tgz',
    '/small-gap/-/small-gap-9.9.9.tgz',
    '/-/ping',
  ],
  ...[
    '/-/whoami',
    '/-/v1/search?text=gap',
    '/-/package/small-gap/dist-tags',
    '/-/npm/v1/user',
    '/-/all',
    '/%zz',
  ],
  ...[
    '/-/user/org.couchdb.user:conductor',
    '/-/npm/v1/tokens',
    '/.%00',
    '/small-gap/-/..%2f..%2fhtpasswd',
    '/favicon.ico',
  ],
];

async function requestAs(client, headers) {
  for (const path of ['/@private/small-gap', '/-/whoami', '/-/npm/v1/user', '/-/npm/v1/tokens']) {
    await client.get(path, headers);
  }
  await client.get('/-/whoami', { authorization: 'Bearer wrong' });
  await client.get('/small-gap', { accept: 'application/vnd.npm.install-v1+json' });
  const { headers: given } = await client.get('/small-gap', { accept: 'application/json' });
  await client.get('/small-gap', { 'if-none-match': given.etag ?? '"none"' });
  await client.get('/', { accept: 'text/html', 'accept-encoding': 'gzip' });
  await client.send('HEAD', '/small-gap/-/small-gap-1.0.0.tgz');
  await client.send('PUT', '/-/user/org.couchdb.user:conductor', {}, { ...USER, password: 'wrong' });
  await client.send('PUT', '/small-gap', {}, { name: 'small-gap' });
  await client.send('PUT', '/small-gap', headers, { name: 'other' });
  await client.send('PUT', '/small-gap', { ...headers, 'content-type': 'application/json' }, '{ "name": ');
  await client.send('PUT', '/-/package/small-gap/dist-tags/beta', headers, '"1.0.0"');
  await client.send(
    'PUT',
    '/-/package/small-gap/dist-tags/beta',
    { ...headers, 'content-type': 'application/json' },
    '"1.0.0"',
  );
  await client.send('DELETE', '/-/package/small-gap/dist-tags/beta', headers);
  await client.post('/-/npm/v1/security/audits/quick', { a: 1 });
}

async function requestWeb(client) {
  const web = '/-/verdaccio/data';
  await client.get('/', { accept: 'text/html' });
  for (const path of [
    '/packages',
    '/sidebar/small-gap',
    '/package/readme/small-gap',
    '/search/gap',
    '/sidebar/missing',
  ]) {
    await client.get(web + path);
  }
  await client.get('/-/web/detail/small-gap', { accept: 'text/html' });
  await client.get('/-/static/missing.js');
  await client.post('/-/verdaccio/sec/login', { username: USER.name, password: USER.password });
  await client.post('/-/verdaccio/sec/login', { username: USER.name, password: 'wrong' });
}
