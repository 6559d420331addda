import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { hasDevelopment } from '../../../src/cli/swap/development.js';

describe('development dependencies', () => {
  let folder: string;
  let inner: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'maglev-development-'));
    inner = join(folder, 'inner');
    put('.', { dependencies: { a: '1' }, devDependencies: { b: '1' } });
    put('inner', { devDependencies: { '@scope/c': '1' } });
    put('node_modules/a', { name: 'a' });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  function put(path: string, manifest: object): void {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify(manifest));
  }
  const has = () => hasDevelopment(folder, [folder, inner]);

  it('are found if one is installed, also for a workspace', () => {
    assert.equal(has(), false);
    for (const path of ['node_modules/b', 'node_modules/@scope/c', 'inner/node_modules/@scope/c']) {
      put(path, {});
      assert.equal(has(), true);
      rmSync(join(folder, path), { recursive: true });
    }
  });
});
