import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Kind } from './managers.js';
import { type Outcome, SwapProject } from './project.js';
import { addUsers } from './users.js';

const VERSION = "require('express/package.json').version";

/** Projects with something else under the name of Express, and with packages that use the Express of the registry. */
export function declareForks(home: string, kinds: readonly Kind[]): void {
  for (const kind of kinds) {
    describe(`maglev swap with ${kind.title} keeps`, () => {
      it('an Express in a folder', async () => {
        const project = new SwapProject(home, kind, 'own-folder');
        const { uses } = addUsers(project.folder, 'tarballs');
        addExpress(project, 'my-express');
        const express = kind.command === 'npm' ? 'file:./my-express' : 'link:./my-express';
        project.write('package.json', { name: 'app', private: true, dependencies: { express, uses } });
        await assertKept(project, '.');
      });

      it('an Express that is a workspace', async () => {
        const project = new SwapProject(home, kind, 'own-workspace');
        const { uses } = addUsers(project.folder, 'tarballs');
        addExpress(project, 'packages/express');
        const hasProtocol = kind.command === 'pnpm' || kind.title.startsWith('yarn 4');
        const express = hasProtocol ? 'workspace:*' : '5.99.0';
        project.write('packages/api/package.json', {
          name: 'api',
          version: '1.0.0',
          dependencies: { express },
        });
        const workspaces = kind.command === 'pnpm' ? {} : { workspaces: ['packages/*'] };
        project.write('package.json', { name: 'app', private: true, ...workspaces, dependencies: { uses } });
        if (kind.command === 'pnpm') project.write('pnpm-workspace.yaml', 'packages:\n  - packages/*\n');
        await assertKept(project, 'packages/api');
      });

      if (kind.command !== 'pnpm') return;
      for (const key of ['express', 'express@4.18.2']) {
        it(`an Express with a patch for ${key}`, () => keepPatched(home, kind, key));
      }
    });
  }
}

function addExpress(project: SwapProject, folder: string): void {
  project.write(`${folder}/package.json`, { name: 'express', version: '5.99.0' });
  project.write(`${folder}/index.js`, 'module.exports = () => "own"');
}

async function keepPatched(home: string, kind: Kind, key: string): Promise<void> {
  const project = new SwapProject(home, kind, `patched-${key.length}`);
  const { newer } = addUsers(project.folder, 'tarballs');
  const line = '// Patched.';
  const file = 'lib/express.js';
  project.write('express.patch', patchOf(project, kind, file, line));
  const settings = `patchedDependencies:\n  ${key}: express.patch\n`;
  project.write('pnpm-workspace.yaml', `packages:\n  - packages/*\n${settings}`);
  const dependencies = { express: '4.18.2', newer };
  project.write('package.json', { name: 'app', private: true, dependencies });
  const isPatched = () => {
    return project.evaluate(
      `require('node:fs').readFileSync(require.resolve('express/${file}'), 'utf8').startsWith('${line}')`,
    );
  };
  await assertKept(project, '.', isPatched);
}

/** A patch that adds a first line to a file of Express 4.18.2. */
function patchOf(project: SwapProject, kind: Kind, file: string, line: string): string {
  const original = new SwapProject(project.home, kind, 'original');
  original.write('package.json', { name: 'original', private: true, dependencies: { express: '4.18.2' } });
  original.run('pnpm install');
  const [first] = original.read(`node_modules/express/${file}`).split('\n');
  const head = [`diff --git a/${file} b/${file}`, `--- a/${file}`, `+++ b/${file}`, '@@ -1,1 +1,2 @@'];
  return `${[...head, `+${line}`, ` ${first}`].join('\n')}\n`;
}

/** The Express that a folder finds is not replaced: either it is listed, or the swap is rejected. */
async function assertKept(project: SwapProject, folder: string, look?: () => string): Promise<void> {
  const { kind, tarball } = project;
  project.run(`${kind.command} install`);
  const flag = project.has('pnpm-workspace.yaml') ? '--workspace-root ' : '';
  const isYarn1 = kind.title === 'yarn 1';
  const add = {
    npm: 'npm install --save-dev ',
    pnpm: `pnpm add --save-dev ${flag}`,
    yarn: 'yarn add --dev ',
  };
  const specifier = kind.command === 'yarn' ? `${isYarn1 ? '-W ' : ''}maglev@file:${tarball}` : tarball;
  project.run(`${add[kind.command]}${specifier}`);
  const seen = () => [project.evaluate(VERSION, folder), look?.()];
  const before = seen();
  assert.notEqual(before[1], 'false');
  const files = project.files();
  const swapped: Outcome = await project.swap();
  assert.deepEqual(seen(), before, swapped.stdout);
  if (swapped.code === 0) {
    assert.ok(swapped.stdout.includes(`Not replaced: express ${before[0]} (`), swapped.stdout);
    const undone = await project.swap('--undo');
    assert.equal(undone.code, 0, undone.stderr);
    assert.deepEqual(seen(), before);
  } else {
    const rejected =
      /under a name of its own first\. Nothing was changed\.$|^maglev: No installed package uses/m;
    assert.match(swapped.stderr, rejected);
  }
  assert.deepEqual(project.files(), files);
}
