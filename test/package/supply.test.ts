import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

interface Locked {
  /** Of the package, where it lies under another one. */
  name?: string;
  version?: string;
  dev?: boolean;
  /** The systems that it is for, where it is not for all. */
  os?: string[];
  hasInstallScript?: boolean;
  integrity?: string;
  /** Where it was found: a folder of this repository, and nothing for what came from a registry. */
  resolved?: string;
  optional?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json'));
const lockedIn = (folder: string): Record<string, Locked> =>
  JSON.parse(read(`${folder}package-lock.json`)).packages;
const locked = lockedIn('');
/** Folders with packages of their own, which nobody installs who installs maglev. */
const APART = ['bench/', 'flamegraphs/', 'test/ecosystem/'];

describe('the dependencies', () => {
  for (const [headings, kind] of [
    [['runtime'], 'dependencies'],
    [['bundled', 'development'], 'devDependencies'],
  ] as const) {
    it(`(${kind}) have their reasons in CONTRIBUTING.md, one each`, () => {
      assert.deepEqual(headings.flatMap(reasonsUnder).sort(), Object.keys(manifest[kind]).sort());
    });
  }

  it('that are bundled come along, in the versions of the lockfile, and no others', () => {
    const listed = read('dist/vendor/NOTICE')
      .split(/^-{80}\n$/m)
      .slice(1);
    const bundled = new Set(listed.map((part) => part.trim().split('\n', 1)[0]));
    for (const name of reasonsUnder('bundled')) {
      const { name: original = name, version } = locked[`node_modules/${name}`]!;
      assert.ok(bundled.has(`${original} ${version}`), name);
    }
    const versions = Object.entries(locked).map(([path, { name, version }]) => {
      return `${name ?? path.replace(/^.*node_modules\//, '')} ${version}`;
    });
    assert.deepEqual(
      [...bundled].filter((one) => !versions.includes(one!)),
      [],
    );
  });

  it('are locked as they are declared, with the digest of each', () => {
    assert.deepEqual(locked['']!.dependencies, manifest.dependencies);
    assert.deepEqual(locked['']!.devDependencies, manifest.devDependencies);
    const loose = Object.entries(locked).filter(([path, one]) => path !== '' && !one.integrity);
    assert.deepEqual(
      loose.filter(([, one]) => !isForeignTool(one)),
      [],
    );
  });

  for (const folder of APART) {
    it(`of ${folder} are locked as they are declared, with the digest of each`, () => {
      const apart = lockedIn(folder);
      const declared = JSON.parse(read(`${folder}package.json`));
      assert.deepEqual(apart['']!.dependencies, declared.dependencies);
      const installed = Object.entries(apart).filter(([path, one]) => /node_modules/.test(path) && !one.link);
      const loose = installed.filter(([, one]) => !one.integrity && !(one.optional && one.os));
      assert.deepEqual(loose, []);
    });
  }

  it('are locked without the name of a registry', () => {
    for (const folder of ['', ...APART]) {
      const named = Object.entries(lockedIn(folder)).filter(([, { resolved = '' }]) => /:/.test(resolved));
      assert.deepEqual(named, [], folder);
    }
  });

  it('of benchmarks and profilers have their reasons in CONTRIBUTING.md, one each', () => {
    for (const folder of ['bench/', 'flamegraphs/']) {
      const { name, dependencies } = JSON.parse(read(`${folder}package.json`));
      const reasons = reasonsUnder(`${HEADINGS[name]} (\`${folder}package.json\`)`);
      const without = Object.keys(dependencies).filter(
        (one) => !reasons.some((reason) => covers(reason, one)),
      );
      assert.deepEqual(without, [], folder);
      const idle = reasons.filter((reason) => !Object.keys(dependencies).some((one) => covers(reason, one)));
      assert.deepEqual(idle, [], folder);
    }
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

const HEADINGS: Record<string, string> = {
  'maglev-bench': 'benchmarks',
  'maglev-flamegraphs': 'profilers',
};

/** `@fastify/*` is a reason for all of that scope. */
function covers(reason: string, name: string): boolean {
  return reason === name || (reason.endsWith('/*') && name.startsWith(reason.slice(0, -1)));
}

/** The names in the first column of the table with this heading. */
function reasonsUnder(heading: string): string[] {
  const [, table = ''] = read('CONTRIBUTING.md').split(`| ${heading} | why |\n`);
  const rows = table.split('\n\n', 1)[0]!.split('\n').slice(1);
  return rows.flatMap((row) => row.split(' | ')[0]!.match(/(?<=`)[^`|, ]+(?=`)/g) ?? []).sort();
}
