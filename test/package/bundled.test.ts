// Bundles programs with their dependencies. Bundlers must not warn about maglev, and must include all that it needs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type Format } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

const program = (entry: string): string => `
  const maglev = require(${JSON.stringify(root + entry)});
  const app = maglev();
  app.use(maglev.json());
  app.get('/error', () => { throw new Error('expected'); });
  app.post('/json', (req, res) => res.send(req.body));
  app.use(maglev.static(${JSON.stringify(root)}));
  const server = app.listen(0, '127.0.0.1', async () => {
    const origin = 'http://127.0.0.1:' + server.address().port;
    for (const path of ['/error', '/LICENSE', '/nowhere']) await request(path);
    await request('/json', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
    server.close();
    server.closeAllConnections();
    async function request(path, options) {
      const response = await fetch(origin + path, options);
      console.log(path, response.status);
    }
  });`;

/** An ES module has no `__filename`, and a `require` only if the program creates one. */
const BANNERS: Readonly<Partial<Record<Format, string>>> = {
  cjs: '',
  esm: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
};

let folder = '';

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'maglev-bundled-'));
});
after(() => rmSync(folder, { recursive: true }));

describe('a program bundled by esbuild', () => {
  for (const line of ['index', 'v4', 'v3'])
    for (const [format, banner] of Object.entries(BANNERS))
      it(`as ${format} with dist/${line}.cjs responds, and the bundler prints no warnings`, async () => {
        const source = join(folder, `${line}.cjs`);
        writeFileSync(source, program(`dist/${line}.cjs`));
        const outfile = join(folder, `${line}-${format}.${format === 'esm' ? 'mjs' : 'cjs'}`);
        const { warnings } = await build({
          entryPoints: [source],
          outfile,
          bundle: true,
          platform: 'node',
          format: format as Format,
          banner: { js: banner },
          logLevel: 'silent',
        });
        assert.deepEqual(warnings, []);
        const { stdout } = await promisify(execFile)(process.execPath, [outfile]);
        assert.equal(stdout, '/error 500\n/LICENSE 200\n/nowhere 404\n/json 200\n');
      });
});
