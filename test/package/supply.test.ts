import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

interface Locked {
  dev?: boolean;
  hasInstallScript?: boolean;
  integrity?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json'));
const locked: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages;

describe('the dependencies', () => {
  for (const [heading, kind] of [
    ['runtime', 'dependencies'],
    ['development', 'devDependencies'],
  ] as const) {
    it(`of ${heading} have their reasons in CONTRIBUTING.md, one each`, () => {
      assert.deepEqual(reasonsUnder(heading), Object.keys(manifest[kind]).sort());
    });
  }

  it('are locked as they are declared, with the digest of each', () => {
    assert.deepEqual(locked['']!.dependencies, manifest.dependencies);
    assert.deepEqual(locked['']!.devDependencies, manifest.devDependencies);
    const loose = Object.entries(locked).filter(([path, { integrity }]) => path !== '' && !integrity);
    assert.deepEqual(loose, []);
  });

  it('run nothing when users install them', () => {
    const scripted = Object.entries(locked).filter(
      ([, { dev, hasInstallScript }]) => hasInstallScript && !dev,
    );
    assert.deepEqual(scripted, []);
  });
});

/** The names in the first column of the table with this heading. */
function reasonsUnder(heading: string): string[] {
  const [, table = ''] = read('CONTRIBUTING.md').split(`| ${heading} | why |\n`);
  const rows = table.split('\n\n', 1)[0]!.split('\n').slice(1);
  return rows.flatMap((row) => row.split(' | ')[0]!.match(/(?<=`)[^`|, ]+(?=`)/g) ?? []).sort();
}
