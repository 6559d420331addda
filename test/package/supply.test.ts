import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

interface Locked {
  dev?: boolean;
  /** The systems that it is for, where it is not for all. */
  os?: string[];
  hasInstallScript?: boolean;
  integrity?: string;
  optional?: boolean;
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
    const loose = Object.entries(locked).filter(([path, one]) => path !== '' && !one.integrity);
    assert.deepEqual(
      loose.filter(([, one]) => !isForeignTool(one)),
      [],
    );
  });

  it('run nothing when users install them', () => {
    const scripted = Object.entries(locked).filter(
      ([, { dev, hasInstallScript }]) => hasInstallScript && !dev,
    );
    assert.deepEqual(scripted, []);
  });
});

/** A registry need not have the builds of a development tool for all systems, but npm wants each to be listed. */
function isForeignTool({ dev, os, optional }: Locked): boolean {
  return Boolean(dev && optional && os);
}

/** The names in the first column of the table with this heading. */
function reasonsUnder(heading: string): string[] {
  const [, table = ''] = read('CONTRIBUTING.md').split(`| ${heading} | why |\n`);
  const rows = table.split('\n\n', 1)[0]!.split('\n').slice(1);
  return rows.flatMap((row) => row.split(' | ')[0]!.match(/(?<=`)[^`|, ]+(?=`)/g) ?? []).sort();
}
