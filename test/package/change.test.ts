import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type * as change from '../../src/cli/swap/change.js';
import type { Manager } from '../../src/cli/swap/manager.js';
import type { Steps } from '../../src/cli/swap/steps.js';
import { root } from './project.js';

// Backing up starts a program that is part of the package.
const { changeProject }: typeof change = createRequire(import.meta.url)(
  join(root, 'dist/src/cli/swap/change.js'),
);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'maglev-change-'));
  mkdirSync(join(folder, 'node_modules/a'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/a/index.js'), '');
  writeFileSync(join(folder, 'package.json'), '{}');
});

afterEach(() => rmSync(folder, { recursive: true }));

const steps = { begin() {}, left() {} } as unknown as Steps;

/** A package manager with one project. */
function managerOf(): Manager {
  const manager = {
    name: 'npm',
    version: '11.0.0',
    folder,
    projects: async () => [''],
    pathOf: () => '',
    stores: async () => [],
    manifestsAndLocks: () => ['package.json'],
    until: () => manager,
  };
  return manager as unknown as Manager;
}

// `pnpm exec maglev swap --undo` installs first if package.json has changed.
test('what is installed is kept before a file of the project is changed', async () => {
  let kept: string[] = [];
  const change = changeProject(managerOf(), steps, 'swap', null, { users: [] } as any, [], async () => {
    kept = readdirSync(join(folder, '.maglev-swap/folders')).flatMap((index) =>
      readdirSync(join(folder, '.maglev-swap/folders', index, 'node_modules')),
    );
    throw new Error('This is enough.');
  });
  await assert.rejects(change, { message: 'This is enough.' });
  assert.deepEqual(kept, ['a']);
  assert.equal(existsSync(join(folder, '.maglev-swap')), false);
  assert.equal(existsSync(join(folder, 'node_modules/a/index.js')), true);
});
