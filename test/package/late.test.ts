// maglev loads packages when they are first used; Express has loaded its own by then. Changes that a program makes in between
// must have the same effect as on Express: the same program runs on both, and prints the same.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HANGS } from '../support/patience.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The package that each major version is compared with. */
const LINES: Readonly<Record<string, string>> = { 'dist/index.cjs': 'express5', 'dist/v4.cjs': 'express4' };

/** What programs do between loading the framework and the first request. */
const CHANGES: Readonly<Record<string, string>> = {
  'replaces what Module._load returns': `
    const load = Module._load;
    Module._load = (request, ...rest) =>
      PACKAGES.includes(request) ? () => { throw new Error('a mock of ' + request); } : load(request, ...rest);
    process.on('exit', () => console.log(Module._load === load));`,
  'replaces what Module.prototype.require returns': `
    const { require: original } = Module.prototype;
    Module.prototype.require = function (request) {
      return PACKAGES.includes(request) ? () => { throw new Error('a mock of ' + request); } : original.call(this, request);
    };
    process.on('exit', () => console.log(Module.prototype.require === original));`,
  'deletes Error.stackTraceLimit': `
    delete Error.stackTraceLimit;
    process.on('exit', () => console.log(Error.stackTraceLimit));`,
  'sets NO_DEPRECATION': `
    process.env.NO_DEPRECATION = NAMESPACES;
    process.on('exit', () => console.log(process.env.NO_DEPRECATION === NAMESPACES));`,
  'sets process.noDeprecation': `
    process.noDeprecation = true;
    process.on('exit', () => console.log(process.noDeprecation));`,
};

const program = (framework: string, change: string): string => `
  const Module = require('node:module');
  const PACKAGES = ['cookie', 'depd', 'etag', 'finalhandler', 'fs', 'http-errors', 'mime-types', 'send', 'statuses', 'vary'];
  const NAMESPACES = 'body-parser,express,maglev,router';
  const framework = require(${JSON.stringify(framework)});
  ${change}
  const app = framework();
  app.use(framework.json());
  app.get('/all', (req, res) => {
    res.cookie('a', 'b').vary('Accept').type('png');
    res.send(res.get('Content-Type'));
  });
  app.get('/deprecated', (req, res) => res.send(200, 'text'));
  app.get('/error', () => { throw new Error('expected'); });
  app.use(framework.static(${JSON.stringify(root)}));
  const server = app.listen(0, '127.0.0.1', async () => {
    const origin = 'http://127.0.0.1:' + server.address().port;
    for (const path of ['/all', '/deprecated', '/error', '/LICENSE', '/nowhere']) await request(path);
    await request('/json', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' });
    server.close();
    server.closeAllConnections();
    async function request(path, options) {
      const response = await fetch(origin + path, options);
      console.log(path, response.status, response.headers.get('content-type'), (await response.text()).length);
    }
  });`;

describe('a program that, after loading the framework,', () => {
  for (const [name, change] of Object.entries(CHANGES))
    for (const [entry, express] of Object.entries(LINES))
      it(`${name}, prints the same as with ${express}`, async () => {
        const [ours, theirs] = await Promise.all(
          [root + entry, express].map((framework) => run(program(framework, change))),
        );
        assert.match(ours!.stdout, /^\/LICENSE 200/m);
        assert.deepEqual(ours, theirs);
      });
});

/** Prints the modules that are loaded before the first request, and those loaded after it. */
const counting = (entry: string): string => `
  const framework = require(${JSON.stringify(root + entry)});
  const loaded = () => [...Object.keys(require.cache), ...process.moduleLoadList].filter((name) =>
    /node_modules|vendor|late|NativeModule (crypto|zlib)$/.test(name));
  const before = new Set(loaded());
  const app = framework();
  app.use(framework.json(), framework.urlencoded({ extended: true }), framework.static(${JSON.stringify(root)}));
  app.get('/all', (req, res) => res.cookie('a', 'b').vary('Accept').type('png').send([req.ip, req.accepts('html')]));
  const server = app.listen(0, '127.0.0.1', async () => {
    const origin = 'http://127.0.0.1:' + server.address().port;
    for (const path of ['/all', '/LICENSE', '/nowhere']) await fetch(origin + path);
    for (const type of ['application/json', 'application/x-www-form-urlencoded'])
      await fetch(origin, { method: 'POST', headers: { 'content-type': type }, body: 'a[b]=c' });
    server.close();
    server.closeAllConnections();
    console.log(loaded().filter((name) => !before.has(name)).length);
  });`;

/** How a process detects that it is a test. */
const TESTS: readonly {
  readonly name?: string;
  readonly env?: object;
  readonly flags?: readonly string[];
}[] = [
  { env: { JEST_WORKER_ID: '1' } },
  { env: { NODE_ENV: 'test' } },
  // As Mocha does, for its two ways to write tests.
  { name: 'describe', flags: ['--import', 'data:text/javascript,globalThis.describe = () => {}'] },
  { name: 'suite', flags: ['--import', 'data:text/javascript,globalThis.suite = () => {}'] },
  // Older versions of Node do not support it.
  ...(Number.parseInt(process.versions.node, 10) < 24
    ? []
    : [{ flags: ['--experimental-test-module-mocks'] }]),
];

describe('a test', () => {
  for (const entry of ['dist/index.cjs', 'dist/v4.cjs', 'dist/v3.cjs'])
    for (const { name, env = {}, flags = [] } of TESTS)
      it(`with ${name ?? [...Object.keys(env), ...flags]} has loaded all packages of ${entry} before its first request`, async () => {
        assert.equal((await run(counting(entry), env, flags)).stdout, '0\n');
      });
});

/** Prints the packages that are loaded in each turn of the event loop after a server has begun to listen. */
const watching = (entry: string): string => `
  const framework = require(${JSON.stringify(root + entry)});
  const packages = () => new Set(Object.keys(require.cache).map((file) => /.*node_modules[^a-z@]([^/]+)/.exec(file)?.[0]));
  let before = packages();
  const app = framework();
  app.get('/', () => {});
  const server = app.listen(0, '127.0.0.1', function look() {
    const now = packages();
    if (now.size > before.size) console.log([...now].filter((name) => !before.has(name)).length);
    before = now;
    if (Object.keys(require.cache).some((file) => file.includes('find-my-way'))) server.close();
    else setImmediate(look);
  });`;

describe('a server that listens', () => {
  for (const entry of ['dist/index.cjs', 'dist/v4.cjs'])
    it(`loads at most one package of ${entry} in a turn of the event loop`, async () => {
      const { stdout } = await run(watching(entry));
      assert.match(stdout, /^(?:1\n){10,}$/);
    });
});

/** Loads another entry after everything of the first one has been loaded, and prints what is loaded last of each. */
const following = `
  const listen = (entry, last, then) => {
    const app = require(${JSON.stringify(root)} + entry)();
    app.get('/', () => {});
    const server = app.listen(0, '127.0.0.1', function look() {
      const file = Object.keys(require.cache).find((name) => name.includes(last));
      if (file === undefined) return setImmediate(look);
      console.log(last);
      server.close(then);
    });
  };
  listen('dist/index.cjs', 'vendor/find-my-way', () => setTimeout(listen, 10, 'dist/v4.cjs', 'vendor/iconv-lite-0.4', () => {}));`;

it('an entry that is loaded when everything else has been loaded gets its packages as well', async () => {
  assert.equal((await run(following)).stdout, 'vendor/find-my-way\nvendor/iconv-lite-0.4\n');
});

/** A program that clears the module cache, as hot reloaders do, before it uses what is loaded late. */
const reloading = (entry: string): string => `
  const load = () => require(${JSON.stringify(root + entry)});
  const applications = [load()()];
  for (const file of Object.keys(require.cache)) delete require.cache[file];
  applications.push(load()());
  for (const app of applications) {
    app.get('/users/:id', () => {});
    console.log(app.compile() !== undefined, app.explain('GET', '/users/7') !== undefined);
  }`;

/** A program that mounts an application of another copy, and sends HTTP/2 requests to it until the fast path is taken. */
const mounting = (entry: string): string => `
  const http2 = require('node:http2');
  const load = () => require(${JSON.stringify(root + entry)});
  const app = load()();
  for (const file of Object.keys(require.cache)) delete require.cache[file];
  const inner = load()();
  inner.get('/', (_req, res) => { res.setHeader('X-A', '1'); res.removeHeader('X-B'); res.json('a response'); });
  app.use(inner);
  const server = http2.createServer(app).listen(0, '127.0.0.1', async () => {
    const session = http2.connect('http://127.0.0.1:' + server.address().port);
    for (let i = 0; i < 20; i++) console.log((await session.request({ ':path': '/' }).setEncoding('utf8').toArray()).join(''));
    session.close();
    server.close();
  });`;

describe('a program that loads the framework again', () => {
  for (const entry of ['dist/index.cjs', 'dist/v4.cjs', 'dist/v3.cjs'])
    it(`can still compile an application that it created with ${entry} before`, async () => {
      const { stdout } = await run(reloading(entry));
      assert.equal(stdout, 'true true\n'.repeat(2));
    });

  for (const entry of Object.keys(LINES))
    it(`mounts one copy in the other, also for HTTP/2, with ${entry}`, async () => {
      const { stdout } = await run(mounting(entry));
      assert.equal(stdout, '"a response"\n'.repeat(20));
    });
});

async function run(
  text: string,
  env: object = {},
  flags: readonly string[] = [],
): Promise<{ stdout: string; stderr: string }> {
  const { JEST_WORKER_ID, NO_DEPRECATION, NODE_ENV, ...inherited } = process.env;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...flags, '-e', text], {
    timeout: HANGS,
    cwd: root,
    env: { ...inherited, NODE_ENV: 'production', ...env },
  });
  const warnings = stderr.match(/(?<=deprecated ).*(?= at )/g) ?? [];
  return { stdout, stderr: warnings.join('\n') };
}
