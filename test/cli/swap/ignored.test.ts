import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ignoredByGit } from '../../../src/cli/swap/ignored.js';

const FILE = 'maglev-swap/express-4.22.3-maglev-5.0.0.tgz';

describe('the replacements that git ignores', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'maglev-ignored-'));
    mkdirSync(join(folder, 'maglev-swap'));
    writeFileSync(join(folder, FILE), '');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...parameters: string[]) => spawnSync('git', parameters, { cwd: folder }).status;
  const ignore = (...lines: string[]) => writeFileSync(join(folder, '.gitignore'), lines.join('\n'));
  const skip = spawnSync('git', ['--version']).status !== 0 && 'git is not installed';

  it('are those that a pattern matches', { skip }, () => {
    assert.equal(git('init'), 0);
    assert.deepEqual(ignoredByGit(folder, [FILE]), []);
    ignore('*.tgz');
    assert.deepEqual(ignoredByGit(folder, [FILE, 'package.json']), [FILE]);
  });

  it('are none after each of the fixes that the report names', { skip }, () => {
    assert.equal(git('init'), 0);
    ignore('*.tgz', '!maglev-swap/*.tgz');
    assert.deepEqual(ignoredByGit(folder, [FILE]), []);
    ignore('*.tgz');
    assert.equal(git('add', '-f', FILE), 0);
    assert.deepEqual(ignoredByGit(folder, [FILE]), []);
  });

  it('are none without a repository or without git', () => {
    ignore('*.tgz');
    assert.deepEqual(ignoredByGit(folder, [FILE]), []);
    assert.deepEqual(ignoredByGit(join(folder, 'missing'), [FILE]), []);
  });
});
