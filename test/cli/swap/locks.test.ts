import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { FILES } from '../../../src/cli/swap/journal.js';
import { branchOf, locksIn } from '../../../src/cli/swap/locks.js';

// The temporary folder may be in a repository.
process.env.GIT_CEILING_DIRECTORIES = realpathSync(tmpdir());

describe('the lockfiles that a transaction keeps', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'maglev-locks-'));
    writeFileSync(join(folder, 'package.json'), '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('include that of yarn in a project of npm, which updates it', () => {
    assert.deepEqual(locksIn('npm', folder, folder, null), [
      'package-lock.json',
      'npm-shrinkwrap.json',
      'yarn.lock',
    ]);
    assert.deepEqual(locksIn('npm', join(folder, 'inner'), folder, null), []);
  });

  const skip = spawnSync('git', ['--version']).status !== 0 && 'git is not installed';
  it('include those of branches, which pnpm can be set to write', { skip }, () => {
    spawnSync('git', ['init', '--quiet', '--initial-branch', 'Feature/one'], { cwd: folder });
    for (const name of ['pnpm-lock.yaml', 'pnpm-lock.main.yaml', 'other.yaml'])
      writeFileSync(join(folder, name), '');
    const found = locksIn('pnpm', folder, folder, branchOf(folder));
    assert.deepEqual(found, ['pnpm-lock.yaml', 'pnpm-lock.main.yaml', 'pnpm-lock.feature!one.yaml']);
    assert.ok([...found, 'a/pnpm-lock.b.yaml', 'pnpm-lock.yaml'].every((name) => FILES.test(name)));
    assert.ok(!FILES.test('pnpm-lock.a/b.yaml'));
  });

  it('are none of a branch without git', () => {
    assert.deepEqual(locksIn('pnpm', folder, folder, branchOf(folder)), ['pnpm-lock.yaml']);
  });
});
