import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../../.build/docs/markdown.js';

const program = join(root, '.build/address.mjs');

describe('npm run address', () => {
  let file: string;
  before(() => {
    file = join(mkdtempSync(join(tmpdir(), 'maglev-address-')), 'package.json');
    writeFileSync(file, readFileSync(join(root, 'package.json')));
  });
  after(() => rmSync(join(file, '..'), { recursive: true, force: true }));

  it('sets the address of the repository, and nothing else', () => {
    execFileSync(process.execPath, [program, 'https://github.com/somebody/maglev', pathToFileURL(file).href]);
    const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
    const { repository, homepage, bugs, ...others } = read(file);
    assert.deepEqual(
      { repository, homepage, bugs },
      {
        repository: { type: 'git', url: 'git+https://github.com/somebody/maglev.git' },
        homepage: 'https://github.com/somebody/maglev#readme',
        bugs: { url: 'https://github.com/somebody/maglev/issues' },
      },
    );
    const before = read(join(root, 'package.json'));
    assert.deepEqual(Object.keys(before), Object.keys(read(file)));
    assert.deepEqual({ ...before, ...others }, before);
  });

  for (const given of [
    '',
    'somebody/maglev',
    'https://github.com/somebody/maglev.git',
    'https://github.com/',
  ]) {
    it(`rejects "${given}" in one sentence`, () => {
      const { status, stderr } = spawnSync(process.execPath, [program, given], { encoding: 'utf8' });
      assert.equal(status, 1);
      assert.match(stderr, /^The address of the repository must be .*"\.\n$/);
      assert.ok(stderr.includes(`"${given}"`));
    });
  }
});
