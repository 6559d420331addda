import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import type { Kind } from './managers.js';
import { SwapProject } from './project.js';

const VERSION = "require('express/package.json').version";
/** A step of the command after the installation. */
const LATE = 'running a small application';

interface Setting {
  readonly files: Readonly<Record<string, string>>;
  readonly script?: string;
  /** The folder of packages, of which an undo may write other versions. */
  readonly store?: string;
}

/** Settings with which a package manager writes other files, or keeps packages in another folder of the project. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  'npm 11': { 'a lockfile of yarn': { files: { 'yarn.lock': '# yarn lockfile v1\n\n\n# mine\n' } } },
  'pnpm 10': {
    'a store beside node_modules': {
      files: { '.npmrc': 'virtual-store-dir=.store\nmodules-cache-max-age=0\n' },
      store: '.store',
    },
    'a lockfile for each branch': {
      files: { '.npmrc': 'git-branch-lockfile=true\n' },
      script: 'git init --quiet --initial-branch feature/one',
    },
    'installations that are verified': { files: { '.npmrc': 'verify-deps-before-run=error\n' } },
  },
  'pnpm 12': {
    'a store beside node_modules': {
      files: { 'pnpm-workspace.yaml': 'virtualStoreDir: .store\nmodulesCacheMaxAge: 0\n' },
      store: '.store',
    },
  },
  'yarn 1': {
    'a pruned mirror': {
      files: { '.yarnrc': 'yarn-offline-mirror "./mirror"\nyarn-offline-mirror-pruning true\n' },
      store: 'mirror',
    },
  },
  'yarn 4': {
    'a cache of another name': {
      files: { '.yarnrc.yml': 'enableGlobalCache: false\ncacheFolder: ./archives\n' },
      store: 'archives',
    },
  },
};

export function declareSettings(home: string, kinds: readonly Kind[]): void {
  for (const kind of kinds) {
    const settings = Object.entries(SETTINGS[kind.title] ?? {});
    if (settings.length === 0) continue;
    describe(`maglev swap with ${kind.title}, set to`, () => {
      for (const [name, setting] of settings)
        it(`${name}, restores everything when it is interrupted, and at an undo`, async () => {
          const project = new SwapProject(home, kind, name.replaceAll(' ', '-'));
          await check(project, setting);
        });
    });
  }

  for (const kind of kinds.filter(({ command }) => command === 'pnpm')) {
    it(`maglev swap with ${kind.title} leaves the workspace of a folder above alone`, async () => {
      const project = new SwapProject(home, kind, 'parent/app');
      const parent = join(project.folder, '..');
      mkdirSync(parent, { recursive: true });
      project.write('../package.json', { name: 'parent', private: true });
      project.write('../pnpm-workspace.yaml', 'packages:\n  - libs/*\n');
      project.write('../libs/a/package.json', { name: 'a', dependencies: { 'is-odd': '3.0.1' } });
      project.run('cd .. && pnpm install');
      project.write('../libs/a/package.json', { name: 'a', dependencies: { 'is-number': '7.0.0' } });
      project.write('package.json', manifest(kind));
      project.run('pnpm install --ignore-workspace');
      project.run(`pnpm add --ignore-workspace --save-dev ${project.tarball}`);
      const lock = project.read('../pnpm-lock.yaml');
      const swapped = await run(project);
      assert.equal(swapped.code, 0, swapped.stderr);
      assert.equal(project.read('../pnpm-lock.yaml'), lock);
      assert.equal((await run(project, ['--undo'])).code, 0);
    });
  }
}

async function check(project: SwapProject, { files, script, store }: Setting): Promise<void> {
  const { command } = project.kind;
  for (const [file, text] of Object.entries(files)) project.write(file, text);
  project.write('package.json', manifest(project.kind));
  if (script !== undefined) project.run(script);
  project.run(`${command} install`);
  const add = command === 'yarn' ? 'yarn add --dev maglev@file:' : `${command} add --save-dev `;
  project.run(`${add}${project.tarball}`);
  const before = project.files();

  const interrupted = await run(project, [], 'SIGINT');
  assert.match(interrupted.stderr, /Interrupted by SIGINT\. Nothing was changed\.$/m);
  assert.deepEqual(project.files(), before);
  assert.equal(project.evaluate(VERSION), '4.18.2');
  if (command === 'pnpm') project.run('pnpm start');

  const swapped = await run(project);
  assert.equal(swapped.code, 0, swapped.stderr);
  const undone = await run(project, ['--undo']);
  assert.equal(undone.code, 0, undone.stderr);
  const isKept = ([file]: [string, string]) => store === undefined || !file.startsWith(`${store}/`);
  const filtered = (all: Record<string, string>) => Object.fromEntries(Object.entries(all).filter(isKept));
  assert.deepEqual(filtered(project.files()), filtered(before));
  assert.equal(project.evaluate(VERSION), '4.18.2');
}

const manifest = ({ command }: Kind): object => ({
  name: 'app',
  // A lockfile of yarn would decide, if it is started without npx.
  ...(command === 'npm' ? { packageManager: 'npm@11.0.0' } : {}),
  private: true,
  scripts: { start: 'node --eval 0' },
  dependencies: { express: '4.18.2' },
});

/** Runs the command, and sends it a signal when it has installed. */
async function run(
  project: SwapProject,
  args: readonly string[] = [],
  signal?: NodeJS.Signals,
): Promise<{ code: number | null; stderr: string }> {
  const child = project.start(...args);
  child.stdout!.resume();
  let stderr = '';
  createInterface({ input: child.stderr! }).on('line', (line) => {
    stderr += `${line}\n`;
    if (signal !== undefined && line.includes(LATE)) child.kill(signal);
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}
