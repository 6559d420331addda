// Test runners replace modules of Node, also for the packages of an application, and functions of modules that are already loaded. Programs
// that do so run on Express and on maglev, and print the same.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HANGS } from '../support/patience.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The package that each major version is compared with. */
const LINES: Readonly<Record<string, string>> = { 'dist/index.cjs': 'express5', 'dist/v4.cjs': 'express4' };

/** What tests leave of a module, by its name. */
const MOCKS: Readonly<Record<string, string>> = {
  async_hooks: '{ AsyncLocalStorage: class {} }',
  crypto: '{ randomUUID() {} }',
  diagnostics_channel: '{ channel() {} }',
  net: '{ createConnection() {} }',
  process: '{ exit() {} }',
  timers: '{ setTimeout() {}, clearTimeout() {} }',
  url: '{ ...require("url"), pathToFileURL() {} }',
  vm: '{ runInNewContext() {} }',
};

const mocking = (framework: string, name: string): string => `
  const Module = require('node:module');
  const mock = ${MOCKS[name]};
  const load = Module._load;
  Module._load = (request, ...rest) => request.replace('node:', '') === '${name}' ? mock : load(request, ...rest);
  const app = require(${JSON.stringify(framework)})();
  app.get('/', () => {});
  console.log(typeof app.handle);`;

/** What tests replace after the framework has been loaded, and what depends on it. */
const SPIES: Readonly<Record<string, string>> = {
  'process.hrtime': `
    let calls = 0;
    process.hrtime = () => { calls++; };
    const app = framework();
    for (let i = 0; i < 30; i++) app.get('/' + i, (req, res) => res.end());
    for (let i = 0; i < 40; i++) app.handle(request('/29'), response(), () => {});
    console.log(calls);`,
  'path.resolve': `
    require('node:path').resolve = () => '/replaced';
    console.log(framework().get('views'));`,
  'path.basename': `
    require('node:path').basename = () => 'replaced';
    const app = framework();
    app.get('/', (req, res) => console.log(res.attachment('a/b.txt').get('Content-Disposition')));
    app.handle(request('/'), response(), () => {});`,
  'all functions of Math': `
    for (const name of Object.getOwnPropertyNames(Math)) if (typeof Math[name] === 'function') Math[name] = () => 0;
    const app = framework();
    for (let i = 0; i < 400; i++) app.get('/:p/' + 'a/'.repeat(i % 3) + i, (req, res, next) => next());
    app.get('/:name/last', (req, res) => console.log(req.params, res.send('x'.repeat(300)).get('ETag')));
    app.compile?.();
    for (let i = 0; i < 40; i++) app.handle(request('/first/last'), response(), console.log);
    app.handle(request('/none'), response(), console.log);`,
  'net.isIP': `
    require('node:net').isIP = () => 4;
    const app = framework();
    app.get('/', (req) => console.log(req.subdomains));
    app.handle(request('/'), response(), () => {});`,
};

const spying = (framework: string, name: string): string => `
  const http = require('node:http');
  const framework = require(${JSON.stringify(framework)});
  const request = (url) => Object.assign(new http.IncomingMessage(), { method: 'GET', url, headers: { host: 'a.b.example.com' } });
  const response = () => Object.assign(new http.ServerResponse({ method: 'GET' }), { end() {} });
  ${SPIES[name]}`;

describe('a test that mocks', () => {
  for (const name of Object.keys(MOCKS))
    for (const [entry, express] of Object.entries(LINES))
      it(`${name} can load ${entry}, as ${express}`, async () => {
        assert.equal(await run(mocking(express, name)), 'function\n');
        assert.equal(await run(mocking(root + entry, name)), 'function\n');
      });
});

describe('a test that replaces', () => {
  for (const name of Object.keys(SPIES))
    for (const [entry, express] of Object.entries(LINES))
      it(`${name} sees of ${entry} what it sees of ${express}`, async () => {
        const [ours, theirs] = [root + entry, express].map((framework) =>
          run(spying(framework, name), 'test'),
        );
        assert.equal(await ours, await theirs);
      });
});

/** With `NODE_ENV=test`, as test runners set it, packages are not loaded late. */
async function run(text: string, mode = 'production'): Promise<string> {
  const { JEST_WORKER_ID, NODE_ENV, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', text], {
    timeout: HANGS,
    cwd: root,
    env: { ...env, NODE_ENV: mode },
  });
  return stdout;
}
