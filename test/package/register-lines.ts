import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Installation, Project, root } from './project.js';

const HOOK = ['--import', 'maglev/register'];

/** Which framework a requester got, and its path grammar. */
const WHO = `(express) => {
  const app = express();
  const line = 'configure' in app ? 3 : '_router' in app || 'lazyrouter' in app ? 4 : 5;
  return ('compile' in app ? 'maglev ' : 'express ') + line;
}`;

/** A project with packages in its `node_modules`, by path: links to folders of this repository, or their files. */
function build(home: string, packages: Record<string, string | Record<string, string>>): Project {
  const project = new Project(home);
  for (const [path, content] of Object.entries(packages)) {
    const folder = join(home, path);
    if (typeof content === 'string') {
      mkdirSync(join(folder, '..'), { recursive: true });
      symlinkSync(join(root, 'node_modules', content), folder, 'dir');
    } else {
      const made = new Project(folder);
      for (const [name, text] of Object.entries(content)) made.write(name, text);
    }
  }
  return project;
}

/** A package that exports which Express it got, in both module systems. */
const LIBRARY = {
  'package.json': JSON.stringify({ name: 'library', version: '1.0.0', main: 'index.cjs' }),
  'index.cjs': `module.exports = (${WHO})(require('express'));`,
  'index.mjs': `import express from 'express'; export default (${WHO})(express);`,
};

const APP = `import { createRequire } from 'node:module';
  import express from 'express';
  const require = createRequire(import.meta.url);
  const names = ['one', 'two', 'three'];
  const seen = [(${WHO})(express), (${WHO})(require('express'))];
  for (const name of names) {
    seen.push(require(name), (await import(name + '/index.mjs')).default);
  }
  console.log(JSON.stringify(seen));`;

/** Which major version `maglev/register` gives to which requester. */
export function testRegisteredLines(installed: () => Installation): void {
  describe('maglev/register, for each major version', () => {
    let mixed: Project;
    before(() => {
      mixed = build(join(installed().folder, 'originals/mixed'), {
        'node_modules/express': 'express4',
        'node_modules/one': LIBRARY,
        'node_modules/two': LIBRARY,
        'node_modules/two/node_modules/express': 'express5',
        'node_modules/three': LIBRARY,
        'node_modules/three/node_modules/express': 'express3',
      });
      mixed.write('app.mjs', APP);
    });

    it('gives each requester the major version of the Express it would have got', async () => {
      for (const flag of ['--import', '--require']) {
        const { stdout, stderr } = await mixed.start([flag, 'maglev/register', 'app.mjs']);
        assert.equal(stderr, '');
        assert.deepEqual(JSON.parse(stdout), [
          ...['maglev 4', 'maglev 4'],
          ...['maglev 4', 'maglev 4'],
          ...['maglev 5', 'maglev 5'],
          ...['maglev 3', 'maglev 3'],
        ]);
      }
    });

    it('gives every requester the major version in MAGLEV_EXPRESS', async () => {
      const { stdout } = await mixed.start([...HOOK, 'app.mjs'], { MAGLEV_EXPRESS: '3' });
      assert.deepEqual(JSON.parse(stdout), Array(8).fill('maglev 3'));
    });

    it('respects the paths option of require.resolve', async () => {
      mixed.write(
        'paths.cjs',
        `const paths = [require('node:path').join(__dirname, 'node_modules/two')];
         console.log((${WHO})(require(require.resolve('express', { paths }))));`,
      );
      assert.equal((await mixed.start([...HOOK, 'paths.cjs'])).stdout, 'maglev 5\n');
    });

    it('does not replace an Express of an unknown major, or a maglev under the name of Express', async () => {
      const named = (name: string, version: string) => ({
        'package.json': JSON.stringify({ name, version }),
        'index.js': `module.exports = ${JSON.stringify(`${name} ${version}`)};`,
      });
      const project = build(join(installed().folder, 'originals/others'), {
        'node_modules/express': named('express', '6.0.0'),
        'inner/node_modules/express': named('maglev', '4.0.0'),
      });
      const text = `import express from 'express';
        import { createRequire } from 'node:module';
        console.log(express, createRequire(import.meta.url)('express'));`;
      project.write('app.mjs', text);
      project.write('inner/app.mjs', text);
      assert.equal((await project.start([...HOOK, 'app.mjs'])).stdout, 'express 6.0.0 express 6.0.0\n');
      assert.equal((await project.start([...HOOK, 'inner/app.mjs'])).stdout, 'maglev 4.0.0 maglev 4.0.0\n');
    });

    it('lets other import hooks see the specifier and the resolved URL', async () => {
      mixed.write(
        'hooks.mjs',
        `import { writeSync } from 'node:fs';
         export async function resolve(specifier, context, next) {
           const found = await next(specifier, context);
           if (found.url.includes('/dist/deep/')) writeSync(1, specifier + ' ' + found.url.split('/maglev/')[1] + '\\n');
           return found;
         }`,
      );
      mixed.write(
        'watch.mjs',
        `import { register } from 'node:module'; register('./hooks.mjs', import.meta.url);`,
      );
      mixed.write('imports.mjs', `import 'express'; import 'express/lib/application.js';`);
      const watch = ['--import', './watch.mjs'];
      const folder = 'dist/deep/v4/node_modules/express';
      for (const order of [
        [...HOOK, ...watch],
        [...watch, ...HOOK],
      ]) {
        const { stdout } = await mixed.start([...order, 'imports.mjs']);
        assert.deepEqual(stdout.trim().split('\n'), [
          `express ${folder}/index.js`,
          `express/lib/application.js ${folder}/lib/application.js`,
        ]);
      }
    });
  });

  describe('maglev/register, by its URL', () => {
    let elsewhere: Project;
    before(() => {
      elsewhere = new Project(mkdtempSync(join(tmpdir(), 'maglev elsewhere ')));
      elsewhere.write('app.cjs', `console.log('started');`);
    });
    after(() => rmSync(elsewhere.folder, { recursive: true, force: true }));

    it('cannot be resolved by its name if maglev is not installed', async () => {
      const { code } = await elsewhere.start(['app.cjs'], { NODE_OPTIONS: '--import maglev/register' });
      assert.notEqual(code, 0);
    });

    it('is printed by the command as an option that works in every folder', async () => {
      const env = { NODE_OPTIONS: await printedOption() };
      assert.deepEqual(await elsewhere.start(['app.cjs'], env), { code: 0, stdout: 'started\n', stderr: '' });
      const app = build(join(elsewhere.folder, 'inner'), { 'node_modules/express': 'express4' });
      app.write('app.mjs', `import express from 'express'; console.log((${WHO})(express));`);
      assert.equal((await app.start(['app.mjs'], env)).stdout, 'maglev 4\n');
    });

    it('gives the major version of the package if there is no Express', async () => {
      elsewhere.write('none.mjs', `import express from 'express'; console.log((${WHO})(express));`);
      elsewhere.write('none.cjs', `console.log((${WHO})(require('express')));`);
      for (const file of ['none.mjs', 'none.cjs']) {
        const { stdout } = await elsewhere.start([await printedOption(), file]);
        assert.equal(stdout, 'maglev 5\n');
      }
    });

    it('is printed without file arguments', async () => {
      const { code, stderr } = await command('register', 'app.js');
      assert.equal(code, 2);
      assert.match(stderr, /maglev register takes no file, but got app\.js\./);
    });

    async function printedOption(): Promise<string> {
      const { stdout, code } = await command('register');
      assert.equal(code, 0);
      return stdout.trim();
    }

    function command(...parameters: string[]) {
      const file = join(installed().folder, 'node_modules/maglev/dist/src/cli/bin.cjs');
      return installed().start([file, ...parameters]);
    }
  });
}
