import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

interface Locked {
  /** The name of the package, if it is nested in another one. */
  name?: string;
  version?: string;
  dev?: boolean;
  /** The systems that it supports, if not all. */
  os?: string[];
  hasInstallScript?: boolean;
  integrity?: string;
  /** Its origin: a folder of this repository; absent for packages from a registry. */
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
/** Folders with separate dependencies, which users of maglev do not install. */
const APART = ['bench/', 'flamegraphs/', 'test/ecosystem/'];

describe('the dependencies', () => {
  for (const [headings, kind] of [
    [['runtime'], 'dependencies'],
    [['bundled', 'development'], 'devDependencies'],
  ] as const) {
    it(`(${kind}) each have a reason in CONTRIBUTING.md`, () => {
      assert.deepEqual(headings.flatMap(reasonsUnder).sort(), Object.keys(manifest[kind]).sort());
    });
  }

  it('that are bundled are packed in the versions of the lockfile, and no others', () => {
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

  it('are locked as declared, each with its digest', () => {
    assert.deepEqual(locked['']!.dependencies, manifest.dependencies);
    assert.deepEqual(locked['']!.devDependencies, manifest.devDependencies);
    const loose = Object.entries(locked).filter(([path, one]) => path !== '' && !one.integrity);
    assert.deepEqual(
      loose.filter(([, one]) => !isForeignTool(one)),
      [],
    );
  });

  for (const folder of APART) {
    it(`of ${folder} are locked as declared, each with its digest`, () => {
      const apart = lockedIn(folder);
      const declared = JSON.parse(read(`${folder}package.json`));
      assert.deepEqual(apart['']!.dependencies, declared.dependencies);
      const installed = Object.entries(apart).filter(([path, one]) => /node_modules/.test(path) && !one.link);
      const loose = installed.filter(([, one]) => !one.integrity && !(one.optional && one.os));
      assert.deepEqual(loose, []);
    });
  }

  it('are locked without a registry URL', () => {
    for (const folder of ['', ...APART]) {
      const named = Object.entries(lockedIn(folder)).filter(([, { resolved = '' }]) => /:/.test(resolved));
      assert.deepEqual(named, [], folder);
    }
  });

  it('of benchmarks and profilers each have a reason in CONTRIBUTING.md', () => {
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

  it('have no install scripts', () => {
    const scripted = Object.entries(locked).filter(
      ([, { dev, hasInstallScript }]) => hasInstallScript && !dev,
    );
    assert.deepEqual(scripted, []);
  });
});

/** A registry may lack builds of a development tool for some systems, but npm requires each of them in the lockfile. */
function isForeignTool({ dev, os, optional }: Locked): boolean {
  return Boolean(dev && optional && os);
}

const HEADINGS: Record<string, string> = {
  'maglev-bench': 'benchmarks',
  'maglev-flamegraphs': 'profilers',
};

/** `@fastify/*` is a reason for all packages of that scope. */
function covers(reason: string, name: string): boolean {
  return reason === name || (reason.endsWith('/*') && name.startsWith(reason.slice(0, -1)));
}

/** The names in the first column of the table with this heading. */
function reasonsUnder(heading: string): string[] {
  const [, table = ''] = read('CONTRIBUTING.md').split(`| ${heading} | why |\n`);
  const rows = table.split('\n\n', 1)[0]!.split('\n').slice(1);
  return rows.flatMap((row) => row.split(' | ')[0]!.match(/(?<=`)[^`|, ]+(?=`)/g) ?? []).sort();
}
