import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { lineOf } from '../../.build/dependencies.js';
import { oracleOf } from '../../.build/oracle.js';
import { npm } from '../../bench/npm.js';
import { majors, Project, packInto, replacementIn, tarballIn } from './project.js';

/** What comes to lie beside a replacement and not beside Express, and why. */
const ADDED: readonly [names: RegExp, why: string][] = [
  [/^.+-v\d+(\.\d+)?$/, 'a package in another major than that of Express, under a private name'],
  [/^(@types\/(express-serve-static-core|node|qs|range-parser|send|mime)|undici-types)$/, 'the types'],
];
/** The same, for one major version. */
const ADDED_TO: Readonly<Record<string, readonly [names: RegExp, why: string][]>> = {
  5: [],
  4: [],
  3: [
    [/^(connect-multiparty|cookie-session|cookies|keygrip)$/, 'was part of connect'],
    [/^(encodeurl|path-to-regexp)$/, 'not used by Express 3'],
    [/^(safe-buffer|safer-buffer|setprototypeof|toidentifier)$/, 'dependencies of newer majors'],
  ],
};

/** Compares node_modules after a swap with node_modules after installing Express. Nothing is installed: npm reports its plan. */
describe('what is packed', () => {
  const home = mkdtempSync(join(tmpdir(), 'maglev-neighbours-'));
  before(() => packInto(home));
  after(() => rmSync(home, { recursive: true, force: true }));

  for (const major of majors) {
    describe(`replacing express ${major}.x`, () => {
      let express: Map<string, string>;
      let ours: Map<string, string>;
      before(() => {
        const folder = (name: string) => join(home, `${name}-${major}`);
        express = topOf(new Project(folder('express')), { express: oracleOf(major).version });
        ours = topOf(new Project(folder('ours')), { express: replacementIn(home, major) });
      });

      it('hoists all packages that Express hoists', () => {
        assert.deepEqual(
          [...express.keys()].filter((name) => !ours.has(name)),
          [],
        );
      });

      it('in the same majors', () => {
        const others = [...express].filter(
          ([name, version]) => lineOf(ours.get(name) ?? 'none') !== lineOf(version),
        );
        assert.deepEqual(others, []);
      });

      it('and only its own dependencies besides', () => {
        const reasons = [...ADDED, ...ADDED_TO[major]!];
        const added = [...ours.keys()].filter((name) => !express.has(name));
        const unexplained = added.filter((name) => !reasons.some(([names]) => names.test(name)));
        assert.deepEqual(unexplained, []);
        const idle = ADDED_TO[major]!.filter(([names]) => !added.some((name) => names.test(name)));
        assert.deepEqual(idle, []);
      });

      it('satisfies packages that depend on a minor version, also as a peer', () => {
        const project = new Project(join(home, `dependants-${major}`));
        const { version } = oracleOf(major);
        const [, minor] = version.split('.');
        declare(project, 'uses', { dependencies: { express: `^${major}.${Number(minor) - 1}.0` } });
        declare(project, 'adds', { peerDependencies: { express: `>= ${major}.${minor}` } });
        const locked = lockOf(project, {
          express: replacementIn(home, major),
          uses: 'file:uses',
          adds: 'file:adds',
        });
        const found = Object.entries(locked).filter(([path]) => /(^|\/)node_modules\/express$/.test(path));
        assert.deepEqual(
          found.map(([path, { resolved }]) => [path, /express-[\d.]+\.tgz$/.exec(resolved!)?.[0]]),
          [['node_modules/express', `express-${version}.tgz`]],
        );
      });
    });
  }

  it('installs fewer packages by its own name than Express does, and no types', () => {
    const packagesOf = (name: string, spec: string): string[] => {
      const locked = lockOf(new Project(join(home, `alone-${name}`)), { [name]: spec });
      return Object.keys(locked).filter((path) => path !== '');
    };
    const ours = packagesOf('maglev', tarballIn(home));
    const express = packagesOf('express', oracleOf('5').version);
    assert.ok(ours.length < express.length, `${ours.length} packages, and ${express.length} of Express`);
    assert.deepEqual(
      ours.filter((path) => path.includes('@types/')),
      [],
    );
  });

  it('can be installed with any version of the packages that 3.x can use', () => {
    const project = new Project(join(home, 'peers'));
    const maglev = tarballIn(home);
    const locked = lockOf(project, { maglev, 'cookie-session': '^1.4.0', 'method-override': '^1.0.0' });
    assert.match(locked['node_modules/cookie-session']!.version, /^1\./);
  });
});

interface Locked {
  version: string;
  resolved?: string;
}

/** The packages that npm would hoist, with their versions. */
function topOf(project: Project, dependencies: Record<string, string>): Map<string, string> {
  const top = Object.entries(lockOf(project, dependencies)).flatMap(([path, { version }]) => {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    return name === undefined ? [] : [[name, version] as const];
  });
  return new Map(top);
}

function lockOf(project: Project, dependencies: Record<string, string>): Record<string, Locked> {
  project.write('package.json', JSON.stringify({ private: true, dependencies }));
  npm(project.folder, 'install', '--package-lock-only', '--prefer-offline');
  return JSON.parse(readFileSync(join(project.folder, 'package-lock.json'), 'utf8')).packages;
}

function declare(project: Project, name: string, description: object): void {
  new Project(join(project.folder, name)).write(
    'package.json',
    JSON.stringify({ name, version: '1.0.0', ...description }),
  );
}
