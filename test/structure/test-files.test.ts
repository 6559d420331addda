import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { testFiles } from '../../.build/test-files.js';

test('only test files of the project are found, not those of installed packages', () => {
  const root = mkdtempSync(join(tmpdir(), 'maglev-test-files-'));
  try {
    for (const file of [
      'a.test.ts',
      'deep/er/b.test.ts',
      'deep/helper.ts',
      'ecosystem/node_modules/pino/test/c.test.ts',
      'ecosystem/subjects/express-5/node_modules/d.test.ts',
    ]) {
      const path = join(root, 'test', file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '');
    }
    assert.deepEqual(testFiles(`${root}/`).sort(), ['test/a.test.ts', 'test/deep/er/b.test.ts']);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
