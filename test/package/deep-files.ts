import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { oracleOf } from '../../.build/oracle.js';
import { deepPrograms, runnerOf } from './deep-programs.js';
import { type Installation, majors, originalProject, type Project, root } from './project.js';

const require = createRequire(import.meta.url);

/** Members that only maglev has. */
const ADDED = ['compile', 'explain', 'routes'];
/** Properties of functions in sloppy mode. */
const SLOPPY = ['arguments', 'caller'];

/** The internal files of Express that agents and packages load. */
export function testDeepFiles(installed: () => Installation): void {
  for (const major of majors) {
    const project = (): Project => installed().lines.get(major)!;
    const folder = join(root, 'node_modules', `express${major}`);

    describe(`has the files of express ${major}.x`, () => {
      for (const file of libraryOf(folder)) {
        const path = `lib/${file}`;

        it(`${path}, with and without its extension`, () => {
          const { require } = project();
          const resolved = require.resolve(`express/${path}`);
          assert.ok(resolved.replaceAll('\\', '/').endsWith(`/express/${path}`), resolved);
          assert.equal(require.resolve(`express/${path.replace(/\.js$/, '')}`), resolved);
        });

        it(`${path}, with the same kind of export and the same keys`, () => {
          const original = require(join(folder, path));
          const ours = project().require(`express/${path}`);
          assert.equal(typeof ours, typeof original);
          assert.deepEqual(visibleKeys(ours, original), visibleKeys(original, original));
          if (typeof original !== 'function') return;
          assert.equal(ours.length, original.length);
          assert.deepEqual(Object.keys(ours.prototype).sort(), Object.keys(original.prototype).sort());
        });
      }

      it('beside lib/, as files and as modules', async () => {
        const names = ['index', 'index.js', 'package', 'package.json', ...documentsOf(major)];
        const program = `
          const name = (path) => path.split(/[\\\\/]/).pop();
          const show = (id) => [id, name(require.resolve('express/' + id))];
          const { name: called, version } = require('express/package');
          console.log(JSON.stringify([
            ${JSON.stringify(names)}.map(show),
            name(require.resolve('express')),
            require('express/index') === require('express') && require('express/index.js') === require('express'),
            [called, version],
          ]));`;
        const [original, ours] = await Promise.all([
          originalProject(installed(), major, `beside-${major}`).run('beside.cjs', withoutCodegen(program)),
          project().run('beside.cjs', program),
        ]);
        assert.deepEqual(JSON.parse(ours), JSON.parse(original));
      });

      it('as modules', async () => {
        const program = `import express from 'express';
          import index from 'express/index.js';
          import file from 'express/lib/express.js';
          console.log(index === express, file === express);`;
        assert.equal(await project().run('beside.mjs', program), 'true true\n');
      });

      it('and no other files', () => {
        const { require } = project();
        assert.throws(() => require('express/lib/nonsense'), { code: 'MODULE_NOT_FOUND' });
        const others = readdirSync(join(require.resolve('express/package.json'), '../lib'), {
          recursive: true,
        });
        const files = others.filter((file) => String(file).endsWith('.js')).map(String);
        assert.deepEqual(files.sort(), libraryOf(folder));
      });
    });

    // Agents do not support Express 3.
    const skip = major === '3';
    it(`uses the functions of express ${major}.x that agents rewrite only if they are rewritten`, {
      skip,
    }, () => {
      const { require } = project();
      const { response, Router } = require('express');
      const router = Router().use(() => {});
      const layer = router.stack[0];
      const functions = [response.render, router.use, router.route, router.param, layer.handleRequest];
      for (const fn of [...functions, layer.handle_request]) assert.doesNotMatch(String(fn), /originals/);
      const text = readFileSync(require.resolve('express/lib/response'), 'utf8');
      assert.match(text, /\.render = function render\(.*\n.*originals\.render/);
    });

    describe(`applies patches of express ${major}.x`, () => {
      const programs = deepPrograms(major);
      let outcomes: Record<string, unknown>[];
      before(async () => {
        const text = runnerOf(programs);
        const printed = await Promise.all([
          originalProject(installed(), major).run('patches.cjs', withoutCodegen(text)),
          project().run('patches.cjs', text),
        ]);
        outcomes = printed.map((json) => JSON.parse(json));
      });

      for (const name of Object.keys(programs)) {
        it(`of ${name}`, () => {
          const [original, ours] = outcomes as [Record<string, unknown[]>, Record<string, unknown[]>];
          assert.ok(original[name]!.length > 0);
          assert.deepEqual(ours[name], original[name]);
        });
      }
    });
  }
}

/** Files for human readers, which tools look up in the package. */
function documentsOf(major: string): string[] {
  return oracleOf(major).files.filter((name) => /^[A-Z]/.test(name));
}

function libraryOf(folder: string): string[] {
  return readdirSync(join(folder, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

/** The keys that Express also has, and the enumerable ones. */
function visibleKeys(exported: object, original: object): string[] {
  return Reflect.ownKeys(exported)
    .filter(
      (key) => Object.hasOwn(original, key) || Object.prototype.propertyIsEnumerable.call(exported, key),
    )
    .map(String)
    .filter((key) => !ADDED.includes(key) && !SLOPPY.includes(key))
    .sort();
}

/** Lets Express load when code generation is disallowed. */
function withoutCodegen(text: string): string {
  return `require(${JSON.stringify(join(root, '.build/express-without-codegen.cjs'))});${text}`;
}
