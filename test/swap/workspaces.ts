import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Kind } from './managers.js';
import { SwapProject } from './project.js';
import { addUsers } from './users.js';

/** The range of Express, and the packages of users.ts, that each part of a project depends on. */
interface Part {
  readonly express?: string;
  readonly uses?: readonly string[];
  readonly registry?: Readonly<Record<string, string>>;
}

const PROJECTS: Readonly<Record<string, Readonly<Record<string, Part>>>> = {
  'Express 4 in one workspace and 5 in another': { a: { express: '^4.18.0' }, b: { express: '^5.0.0' } },
  'Express 5 in two workspaces and 4 in another': {
    a: { express: '^4.18.0' },
    b: { express: '^5.0.0' },
    c: { express: '^5.0.0' },
  },
  'three majors, including the project': {
    '': { express: '^3.0.0' },
    a: { express: '^4.18.0' },
    b: { express: '^5.0.0' },
  },
  'nested workspaces': {
    a: { express: '^5.0.0' },
    'a/plugins/inner': { express: '^5.0.0' },
    b: { express: '4.18.2' },
  },
  'an old release in a workspace, with Express as a peer dependency': {
    '': { express: '^5.0.0' },
    a: { express: '4.16.2', registry: { 'express-rate-limit': '^7.0.0' } },
  },
  'packages of other majors, used by workspaces': {
    a: { uses: ['newer', 'uses'] },
    b: { express: '^3.0.0', uses: ['pins'] },
  },
};

/** Settings of yarn 4 with which it does not link workspaces into the root's node_modules. */
const UNLINKED: Readonly<Record<string, string>> = {
  'workspaces without a link': 'nmSelfReferences: false\nnodeLinker: node-modules\n',
  'workspaces without a link, and packages in a store': 'nodeLinker: pnpm\n',
};

/** What maglev swap reports where a package manager cannot do it. Nothing is changed then. */
const REJECTED: Readonly<Record<string, RegExp>> = {
  // It nests the project's Express in a package with a peer on Express, if its workspace depends on a file.
  'yarn 1: an old release in a workspace, with Express as a peer dependency':
    /express-rate-limit would get maglev for Express 5/,
  // It resolves the path of an override from each workspace.
  'pnpm 10: a lockfile in each': /pnpm install failed: .*packages.a/,
};

/** Sends a request with a parameter to an application on the Express of a folder. */
const PROGRAM = `(() => {
  const express = require('express');
  const app = express();
  app.get('/u/:id', (req, res) => res.end(req.params.id));
  const res = { end(text) { this.text = text; }, setHeader() {}, getHeader() {}, removeHeader() {} };
  app.handle({ method: 'GET', url: '/u/7', headers: {} }, res, (error) => { res.text = String(error); });
  const { version, maglev } = require('express/package.json');
  return [version.split('.')[0], maglev, res.text].join(' ');
})()`;

export function declareWorkspaces(home: string, kinds: readonly Kind[]): void {
  for (const kind of kinds) {
    describe(`maglev swap in workspaces with ${kind.title}`, () => {
      for (const [title, parts] of Object.entries(PROJECTS))
        it(title, () => swapWorkspaces(home, kind, title, parts));
      it('a workspace that depends on another major since the swap', () => moveWorkspace(home, kind));
      const parts = PROJECTS['Express 4 in one workspace and 5 in another']!;
      if (kind.title === 'yarn 4 with node_modules') {
        for (const [title, settings] of Object.entries(UNLINKED))
          it(title, () => swapWorkspaces(home, kind, title, parts, settings));
      }
      if (kind.command !== 'pnpm') return;
      const settings = 'sharedWorkspaceLockfile: false\n';
      it('a lockfile in each', () => swapWorkspaces(home, kind, 'a lockfile in each', parts, settings));
    });
  }
}

async function swapWorkspaces(
  home: string,
  kind: Kind,
  title: string,
  parts: Readonly<Record<string, Part>>,
  settings = '',
): Promise<void> {
  const project = new SwapProject(home, kind, `workspaces ${title.replace(/\W+/g, '-')}`);
  addParts(project, parts);
  if (kind.command === 'yarn' && settings !== '') project.write('.yarnrc.yml', settings);
  else if (settings !== '')
    project.write('pnpm-workspace.yaml', settings + project.read('pnpm-workspace.yaml'));
  project.run(`${kind.command} install`);
  project.run(installIn(project));
  const direct = Object.entries(parts).filter(([, { express }]) => express !== undefined);
  const seen = () => direct.map(([name]) => project.evaluate(PROGRAM, folderOf(name)));
  const original = seen();
  const before = project.files();

  const swapped = await project.swap();
  const rejected = REJECTED[`${kind.title}: ${title}`];
  if (rejected !== undefined) {
    assert.match(swapped.stderr, rejected);
    // yarn 1 prints a line of its own after it.
    assert.match(swapped.stderr, /Nothing was changed\.$/m);
    assert.deepEqual(seen(), original);
    assert.deepEqual(project.files(), before);
    return;
  }
  assert.equal(swapped.code, 0, swapped.stderr);
  // Each part keeps its major. That is not always the one it depends on, if npm nests workspaces.
  const provided = original.map((one) => one.replace('  ', ' 5.0.0 '));
  assert.deepEqual(seen(), provided);
  if (kind.command === 'npm') assert.doesNotThrow(() => project.run('npm ls --all'));

  // The state after a clone of the project.
  project.run('rm -rf node_modules */node_modules */*/node_modules packages/*/node_modules');
  project.run(kind.command === 'npm' ? 'npm ci' : `${kind.command} install`);
  assert.deepEqual(seen(), provided);

  const undone = await project.swap('--undo');
  assert.equal(undone.code, 0, undone.stderr);
  assert.deepEqual(seen(), original);
  assert.deepEqual(project.files(), before);
}

/** After another swap, each workspace has maglev of the major that it depends on, also if that is in a catalog. */
async function moveWorkspace(home: string, kind: Kind): Promise<void> {
  const project = new SwapProject(home, kind, 'moved');
  const parts = { a: { express: '^4.18.0' }, b: { express: '^4.18.0' }, c: { express: '>=4' } };
  const hasCatalog = kind.command === 'pnpm' || kind.title.startsWith('yarn 4');
  addParts(project, hasCatalog ? { ...parts, d: { express: 'catalog:' } } : parts);
  const settings = kind.command === 'pnpm' ? 'pnpm-workspace.yaml' : '.yarnrc.yml';
  const catalog = (range: string) => `catalog:\n  express: ${range}\n`;
  if (hasCatalog)
    project.write(settings, catalog('^4.18.0') + (project.has(settings) ? project.read(settings) : ''));
  project.run(`${kind.command} install`);
  project.run(installIn(project));
  const seen = () => {
    const names = ['a', 'b', 'c', ...(hasCatalog ? ['d'] : [])];
    return names.map((name) => `${name} ${project.evaluate(PROGRAM, folderOf(name))}`);
  };
  const majors = seen().map((one) => one.split(' ')[1]);
  const provided = () =>
    ['a', 'b', 'c', 'd'].slice(0, majors.length).map((name, i) => `${name} ${majors[i]} 5.0.0 7`);
  const first = await project.swap();
  assert.equal(first.code, 0, first.stderr);
  assert.deepEqual(seen(), provided());

  const manifest = JSON.parse(project.read('packages/a/package.json'));
  project.write('packages/a/package.json', { ...manifest, dependencies: { express: '^5.0.0' } });
  if (hasCatalog)
    project.write(settings, project.read(settings).replace(catalog('^4.18.0'), catalog('^5.0.0')));
  project.run(`${kind.command} install${kind.command === 'pnpm' ? ' --no-frozen-lockfile' : ''}`);
  const second = await project.swap();
  assert.equal(second.code, 0, second.stderr);
  majors[0] = '5';
  if (hasCatalog) majors[3] = '5';
  assert.deepEqual(seen(), provided());
  assert.match(
    (await project.swap()).stdout,
    /^Every package in this project that uses Express already uses/m,
  );

  const undone = await project.swap('--undo');
  assert.equal(undone.code, 0, undone.stderr);
  const original = seen();
  assert.ok(
    original.every((one) => !one.includes('5.0.0')),
    original.join(),
  );
}

function folderOf(name: string): string {
  return name === '' ? '.' : `packages/${name}`;
}

function addParts(project: SwapProject, parts: Readonly<Record<string, Part>>): void {
  addUsers(project.folder, 'tarballs');
  const names = Object.keys(parts).filter((name) => name !== '');
  for (const [name, { express, uses = [], registry }] of Object.entries({ '': {}, ...parts } as Record<
    string,
    Part
  >)) {
    const folder = folderOf(name);
    // npm 11 resolves relative paths from the project root, if overrides apply to them.
    const packages = uses.map((one) => [one, `file:${join(project.folder, 'tarballs', `${one}.tgz`)}`]);
    const dependencies = { ...(express && { express }), ...registry, ...Object.fromEntries(packages) };
    const isRoot = name === '';
    project.write(`${folder}/package.json`, {
      name: isRoot ? 'root' : name.replaceAll('/', '-'),
      version: '1.0.0',
      private: true,
      ...(isRoot && project.kind.command !== 'pnpm' && { workspaces: names.map(folderOf) }),
      dependencies,
    });
  }
  if (project.kind.command === 'pnpm') {
    project.write(
      'pnpm-workspace.yaml',
      `packages:\n${names.map((name) => `  - ${folderOf(name)}\n`).join('')}`,
    );
  }
}

function installIn({ kind, tarball }: SwapProject): string {
  if (kind.command === 'npm') return `npm install --save-dev ${tarball}`;
  if (kind.command === 'pnpm') return `pnpm add --save-dev --workspace-root ${tarball}`;
  return `yarn add --dev ${kind.title === 'yarn 1' ? '--ignore-workspace-root-check' : ''} maglev@file:${tarball}`;
}
