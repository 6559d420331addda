// Loading modules is most of the start-up time. This lists the modules that a JSON API loads. Before you add one, check its cost
// with `npm run bench:start`.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HANGS } from '../support/patience.js';
import { flags } from './project.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Real files at the paths of Express, because agents wait for these to be loaded. */
const DEEP = [
  'dist/deep/v5/body-parser.js',
  'dist/deep/v5/node_modules/body-parser/index.js',
  'dist/deep/v5/node_modules/body-parser/lib/read.js',
  'dist/deep/v5/node_modules/router/index.js',
  'dist/deep/v5/node_modules/router/lib/layer.js',
  'dist/deep/v5/node_modules/router/lib/route.js',
  'dist/deep/v5/router.js',
];
const LOADED: Readonly<Record<string, readonly string[]>> = {
  'dist/index.cjs': [
    'dist/bundle/core.js',
    'dist/index.cjs',
    ...DEEP,
    // Agents match paths with it, and capture it on load.
    'node_modules/path-to-regexp/dist/index.js',
  ],
  'dist/v4.cjs': [
    'dist/bundle/core.js',
    'dist/bundle/v4.js',
    'dist/v4.cjs',
    // Its media types are those of `maglev.static.mime`.
    'dist/vendor/mime-1.6.0.js',
    // Its layers have a `regexp`, and its requests a `query`, before they are read.
    'dist/vendor/path-to-regexp-0.1.13.js',
    'node_modules/parseurl/index.js',
  ],
};
/** Built-in modules, which Node loads on first use. */
const SLOW = ['crypto', 'perf_hooks', 'zlib'];

/** A JSON API that responds to a GET and a POST, and prints the modules it has loaded. */
const program = (entry: string): string => `
  const http = require('node:http');
  const before = new Set(process.moduleLoadList);
  const maglev = require(${JSON.stringify(root + entry)});
  const app = maglev();
  app.use(maglev.json());
  app.get('/users/:id', (req, res) => res.json({ id: req.params.id }));
  app.post('/users', (req, res) => res.status(201).json(req.body));
  // Not \`app.listen\`, which preloads packages.
  const server = http.createServer(app).listen(0, '127.0.0.1', async () => {
    const { port } = server.address();
    await sendRequest({ port, path: '/users/1' }, undefined, '{"id":"1"}');
    const headers = { 'content-type': 'application/json' };
    await sendRequest({ port, path: '/users', method: 'POST', headers }, '{"name":"a"}', '{"name":"a"}');
    server.close();
    const native = process.moduleLoadList.filter((name) => !before.has(name));
    console.log(JSON.stringify({ files: Object.keys(require.cache), native }));
  });
  function sendRequest(options, body, expected) {
    return new Promise((resolve, reject) => {
      http.request({ host: '127.0.0.1', agent: false, ...options }, (response) => {
        let text = '';
        response.on('data', (chunk) => { text += chunk; });
        response.on('end', () => text === expected ? resolve() : reject(new Error(text)));
      }).on('error', reject).end(body);
    });
  }`;

describe('a JSON API', () => {
  for (const [entry, expected] of Object.entries(LOADED)) {
    it(`on ${entry} loads only the listed modules`, async () => {
      const { files, native } = await run(entry);
      const loaded = files.map((file) => file.slice(root.length).replaceAll('\\', '/')).sort();
      assert.deepEqual(loaded, [...expected].sort());
      const slow = SLOW.filter((name) => native.includes(`NativeModule ${name}`));
      assert.deepEqual(slow, []);
    });
  }
});

/**
 * A server that has listened for a while, or has responded to some requests, and then cannot load packages any more. It
 * waits for those that it will need.
 */
const orphan = (entry: string, needed: readonly string[], requests: number): string => `
  const http = require('node:http');
  const Module = require('node:module');
  const maglev = require(${JSON.stringify(root + entry)});
  const app = maglev();
  app.use(maglev.json(), maglev.urlencoded({ extended: true }));
  app.get('/file', (req, res) => res.sendFile(${JSON.stringify(`${root}LICENSE`)}));
  app.get('/type', (req, res) => res.type('png').vary('a').cookie('a', 'b').attachment('b.txt').send([req.ip, req.accepts('html')]));
  app.get('/error', () => { throw new Error('expected'); });
  app.get('/first', (req, res) => res.send('first'));
  app.post('/body', (req, res) => res.send(req.body));
  app.set('env', 'test');
  const server = ${requests === 0} ? app.listen(0, '127.0.0.1', go) : http.createServer(app).listen(0, '127.0.0.1', go);
  async function go() {
    const { port } = server.address();
    for (let count = 0; count < ${requests}; count++) await sendRequest({ port, path: '/first' });
    const isLoaded = () => ${JSON.stringify(needed)}.every((name) =>
      Object.keys(require.cache).some((file) => file.replaceAll('\\\\', '/').includes(name)));
    while (!isLoaded()) await new Promise((resolve) => setTimeout(resolve, 5));
    const resolve = Module._resolveFilename;
    Module._resolveFilename = (request, ...rest) => {
      if (Module.isBuiltin(request)) return resolve(request, ...rest);
      throw new Error('gone: ' + request);
    };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const statuses = [];
    for (const path of ['/none', '/none?a=1', '/file', '/type', '/error', '/%zz'])
      statuses.push(await sendRequest({ port, path }));
    statuses.push(await sendRequest({ port, path: '/body', method: 'POST', headers }, 'a[b]=%E9'));
    console.log(statuses.join());
    process.exit();
  }
  function sendRequest(options, body) {
    return new Promise((resolve, reject) => {
      http.request({ host: '127.0.0.1', agent: false, ...options }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      }).on('error', reject).end(body);
    });
  }`;

/** One of the modules that are loaded last, for each entry. */
const LAST: Readonly<Record<string, readonly string[]>> = {
  'dist/index.cjs': ['/bundle/late.js', '/finalhandler/', '/send/', '/vendor/secure-json-parse'],
  'dist/v4.cjs': ['/bundle/late.js', '/finalhandler/', '/vendor/send', '/vendor/content-disposition'],
};

describe('a long-running process', () => {
  for (const [entry, needed] of Object.entries(LAST)) {
    for (const requests of [0, 20]) {
      const moment = requests === 0 ? 'after it has listened for a while' : `after ${requests} requests`;
      it(`on ${entry} loads no more package files ${moment}`, async () => {
        const { stdout } = await promisify(execFile)(
          process.execPath,
          [...flags, '-e', orphan(entry, needed, requests)],
          { cwd: root, timeout: HANGS },
        );
        assert.equal(stdout.trim(), '404,404,200,200,500,404,200');
      });
    }
  }
});

async function run(entry: string): Promise<{ files: string[]; native: string[] }> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', program(entry)], {
    cwd: root,
  });
  return JSON.parse(stdout);
}
