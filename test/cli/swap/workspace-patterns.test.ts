import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { workspaceRootOf } from '../../../src/cli/swap/workspaces.js';

const FOLDERS = ['a', 'packages/a', 'packages/b', 'packages/.c', 'packages/a/deep', 'node_modules/a'];

/** What `npm prefix` prints the root for, in each of the folders. */
const CASES: readonly [workspaces: unknown, matched: readonly string[]][] = [
  [undefined, []],
  ['packages/*', []],
  [[7, null, {}], []],
  [['a'], ['a']],
  [['./a/'], ['a']],
  [{ packages: ['packages/a'] }, ['packages/a']],
  [['packages/*'], ['packages/a', 'packages/b']],
  [['./packages/*/'], ['packages/a', 'packages/b']],
  [['pack*/b'], ['packages/b']],
  [['packages/.c'], ['packages/.c']],
  [['p.ckages/a', '(a', 'packages/[a'], []],
  [['**'], ['a', 'packages/a', 'packages/b', 'packages/a/deep']],
  [['packages/**'], ['packages/a', 'packages/b', 'packages/a/deep']],
  [['**/deep'], ['packages/a/deep']],
  [['**/a'], ['a', 'packages/a']],
  [['packages/*', '!packages/a'], ['packages/b']],
  [['packages/*', '!./packages/a/'], ['packages/b']],
  [
    ['packages/*', '!packages/*', 'packages/a'],
    ['packages/a', 'packages/b'],
  ],
  [['!packages/a', 'packages/*'], ['packages/b']],
];

describe('a workspace that is not installed yet', () => {
  let home: string;
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'maglev-workspaces-')));
    for (const folder of FOLDERS) {
      mkdirSync(join(home, folder), { recursive: true });
      writeFileSync(
        join(home, folder, 'package.json'),
        JSON.stringify({ name: folder.replaceAll('/', '-') }),
      );
    }
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  for (const [workspaces, matched] of CASES) {
    it(`is found by ${JSON.stringify(workspaces)}`, () => {
      writeFileSync(join(home, 'package.json'), JSON.stringify({ workspaces }));
      const found = FOLDERS.filter((folder) => workspaceRootOf(join(home, folder)) === home);
      assert.deepEqual(found, matched);
    });
  }

  it('is not looked for in a package.json that is not valid', () => {
    writeFileSync(join(home, 'package.json'), '{');
    assert.equal(workspaceRootOf(join(home, 'a')), null);
  });
});
