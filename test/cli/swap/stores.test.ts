import assert from 'node:assert/strict';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { separateStates } from '../../../src/cli/swap/copy.js';
import { isConfiguredStore, storeIn } from '../../../src/cli/swap/stores.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'maglev-stores-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a folder in which a package manager keeps packages', () => {
  const FOLDERS: Record<string, string | null> = {
    './store': 'store',
    'a/b/': 'a/b',
    '..': null,
    '../store': null,
    '.': null,
    'node_modules/.pnpm': null,
    'packages/a/node_modules/.store': null,
    '..store': '..store',
  };
  for (const [given, path] of Object.entries(FOLDERS))
    it(`${path === null ? 'is not one of' : 'belongs to'} the project as ${given}`, () => {
      assert.equal(storeIn(folder, given), path);
      assert.equal(storeIn(folder, join(folder, given)), path);
    });

  const SETTINGS: [file: string, line: string][] = [
    ['.npmrc', 'virtual-store-dir=store'],
    ['.npmrc', 'virtual-store-dir = ./store/'],
    ['pnpm-workspace.yaml', 'virtualStoreDir: store # why'],
    ['.yarnrc.yml', 'cacheFolder: "./store"'],
    ['.yarnrc.yml', "pnpUnpluggedFolder: './store'"],
    ['.yarnrc', 'yarn-offline-mirror "./store"'],
  ];
  for (const [file, line] of SETTINGS)
    it(`is configured by ${line} in ${file}`, () => {
      assert.equal(isConfiguredStore(folder, 'store'), false);
      writeFileSync(join(folder, file), `a\n${line}\nb\n`);
      assert.equal(isConfiguredStore(folder, 'store'), true);
      assert.equal(isConfiguredStore(folder, 'src'), false);
    });
});

it('a copy of links has files of its own where pnpm writes to them, but not of packages', () => {
  const files = ['.modules.yaml', '.pnpm/lock.yaml', '.pnpm/a@1/index.js'];
  for (const name of ['from/.pnpm/a@1', 'to/.pnpm/a@1']) mkdirSync(join(folder, name), { recursive: true });
  for (const file of files) {
    writeFileSync(join(folder, 'from', file), 'before');
    linkSync(join(folder, 'from', file), join(folder, 'to', file));
  }
  separateStates(join(folder, 'from'), join(folder, 'to'));
  for (const file of files) writeFileSync(join(folder, 'from', file), 'after');
  const copies = files.map((file) => readFileSync(join(folder, 'to', file), 'utf8'));
  assert.deepEqual(copies, ['before', 'before', 'after']);
});
