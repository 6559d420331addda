import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { managerFor } from '../../../src/cli/swap/choice.js';

describe('the package manager of a project', () => {
  let folder: string;
  let agent: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'maglev-choice-'));
    write('package.json', '{}');
    agent = '';
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const write = (file: string, text = '') => writeFileSync(join(folder, file), text);
  const name = () => managerFor(folder, agent);
  const rejects = (message: RegExp) => assert.throws(name, { message });

  it('is npm if nothing says which', () => {
    assert.equal(name(), 'npm');
    write('package-lock.json');
    agent = 'pnpm/10.0.0 npm/? node/v20.0.0';
    assert.equal(name(), 'npm');
  });

  for (const file of ['bun.lock', 'bun.lockb', 'deno.lock']) {
    it(`is not supported if the only lockfile is ${file}`, () => {
      write(file);
      for (const one of ['', 'npm/11.0.0 node/v20.0.0', 'bun/1.2.0']) {
        agent = one;
        rejects(
          new RegExp(
            `^The lockfile here is ${file}, of (bun|deno): maglev swap works with npm, pnpm and yarn`,
          ),
        );
      }
      write('package-lock.json');
      assert.equal(name(), 'npm');
    });
  }

  it('is not supported if package.json names another, or another started the command', () => {
    agent = 'bun/1.2.0';
    rejects(/^There is no lockfile here, and bun started the command: maglev swap works with npm/);
    write('package.json', '{ "packageManager": "bun@1.2.0" }');
    write('package-lock.json');
    rejects(/^package\.json names the package manager "bun@1\.2\.0": maglev swap works with npm/);
    write('package.json', '{ "packageManager": "npm@11.0.0" }');
    write('bun.lock');
    assert.equal(name(), 'npm');
  });

  it('is the one that started the command if there are several lockfiles', () => {
    write('package-lock.json');
    write('pnpm-lock.yaml');
    rejects(
      /^There are lockfiles of pnpm and npm here \(pnpm-lock\.yaml and package-lock\.json\): start .* \(pnpm exec maglev swap, npx maglev swap\), or name it in "packageManager" of package\.json\.$/,
    );
    agent = 'npm/11.0.0 node/v20.0.0';
    assert.equal(name(), 'npm');
    write('package.json', '{ "packageManager": "npm@11.0.0" }');
    agent = '';
    assert.equal(name(), 'npm');
  });
});
