import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import type { Manager } from '../../../src/cli/swap/manager.js';
import { editsForNpm, withCopies } from '../../../src/cli/swap/npm.js';
import type { LockedPackages, Plan, Replacement } from '../../../src/cli/swap/plan.js';
import { editsForPnpm, withOverridesOf } from '../../../src/cli/swap/pnpm.js';
import type { User } from '../../../src/cli/swap/survey.js';
import { editsForYarn } from '../../../src/cli/swap/yarn.js';

const folder = mkdtempSync(join(tmpdir(), 'maglev-edits-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const TOP = 'node_modules/express';
const four = replacement('4', '4.22.3');
const five = replacement('5', '5.3.0');
const project = user('app', '^4.18.0', '4.18.2', 'project');
const uses = user('uses', '^4.17.1', '4.18.2');
const pins = user('pins', '4.18.2', '4.18.2');
const newer = user('newer', '^5.0.0', '5.1.0');
const MANIFEST = { name: 'app', dependencies: { express: '^4.18.0', uses: '1' } };

describe('for npm', () => {
  beforeEach(() => rmSync(join(folder, 'package-lock.json'), { force: true }));
  const edited = (users: User[], manifest: object = MANIFEST, closure?: LockedPackages) => {
    write('package.json', manifest);
    const edits = editsForNpm(plan('npm', 11, users, closure));
    return Object.fromEntries([...edits].map(([file, text]) => [file, JSON.parse(text)]));
  };

  it('the project depends on the replacement, which other packages then find', () => {
    const { 'package.json': changed } = edited([project, uses]);
    assert.deepEqual(changed, { ...MANIFEST, dependencies: { express: 'file:home/4.tgz', uses: '1' } });
  });

  it('overrides packages with other ranges', () => {
    const { 'package.json': changed } = edited([project, uses, pins]);
    assert.deepEqual(changed.overrides, { pins: { express: '4.22.3' } });
  });

  it('overrides packages of all majors if there are several, because overrides are inherited', () => {
    const { 'package.json': changed } = edited([project, uses, pins, newer]);
    assert.deepEqual(changed.overrides, {
      uses: { express: '4.22.3' },
      pins: { express: '4.22.3' },
      newer: { express: 'file:home/5.tgz' },
    });
  });

  it('overrides different versions of one package separately', () => {
    const older = user('newer', '4.18.2', '4.18.2', 'package', '1.0.0');
    const { 'package.json': changed } = edited([project, { ...newer, version: '2.0.0' }, older]);
    assert.deepEqual(changed.overrides, {
      'newer@2.0.0': { express: 'file:home/5.tgz' },
      'newer@1.0.0': { express: '4.22.3' },
    });
  });

  it('keeps existing overrides, except those of Express itself', () => {
    const overrides = {
      express: '4.18.2',
      pins: '1.2.3',
      qs: '6',
      uses: { inner: { 'express@4': '4.18.2' } },
    };
    const { 'package.json': changed } = edited([project, pins, uses], { ...MANIFEST, overrides });
    assert.deepEqual(changed.overrides, {
      pins: { '.': '1.2.3', express: '4.22.3' },
      qs: '6',
      uses: { express: '4.22.3' },
    });
  });

  it('keeps overrides below Express, but not those of Express', () => {
    const overrides = {
      express: { '.': '4.18.2', cookie: '0.5' },
      pins: { express: { qs: '6' } },
      'express@4': { '.': '4' },
    };
    const { 'package.json': changed } = edited([project, pins], { ...MANIFEST, overrides });
    assert.deepEqual(changed.overrides, {
      express: { cookie: '0.5' },
      pins: { express: { '.': '4.22.3', qs: '6' } },
    });
  });

  it('drops overrides below Express if copies are grafted', () => {
    const overrides = { express: { cookie: '0.5' }, qs: '6' };
    const { 'package.json': changed } = edited([project, newer], { ...MANIFEST, overrides });
    assert.deepEqual(changed.overrides, { qs: '6', newer: { express: 'file:home/5.tgz' } });
  });

  it('adds dependencies to workspaces', () => {
    mkdirSync(join(folder, 'inner'), { recursive: true });
    write('inner/package.json', { name: 'inner', devDependencies: { express: '^5.0.0' } });
    const inner = user('inner', '^5.0.0', '5.1.0', 'workspace');
    const { 'package.json': changed, 'inner/package.json': workspace } = edited([project, inner]);
    assert.deepEqual(workspace.devDependencies, { express: 'file:../home/5.tgz' });
    assert.equal(changed.overrides, undefined);
  });

  it('adds a dependency to a project without one on Express', () => {
    const { 'package.json': changed } = edited([uses, newer, pins], { name: 'app' });
    assert.deepEqual(changed.dependencies, { express: 'file:home/4.tgz' });
  });

  it('rejects a project whose own Express is not replaced', () => {
    const dependencies = { express: 'file:./my-express' };
    assert.throws(
      () => edited([uses], { name: 'app', dependencies }),
      /^Error: package\.json depends on express file:\.\/my-express, which is not replaced, but npm needs .* name of its own first\.$/,
    );
  });

  it('adds a development dependency to a library', () => {
    const { 'package.json': changed } = edited([project], {
      name: 'app',
      peerDependencies: { express: '4' },
    });
    assert.deepEqual(changed.devDependencies, { express: 'file:home/4.tgz' });
  });

  it('replaces Express in the lockfile, and keeps the rest', () => {
    const ours = (one: Replacement) => ({
      version: one.version,
      resolved: `file:${one.path}`,
      integrity: 'sha512-x',
      dependencies: { qs: '6' },
    });
    write('package-lock.json', {
      lockfileVersion: 3,
      packages: {
        '': MANIFEST,
        'node_modules/express': { version: '4.18.2', dev: true },
        'node_modules/express/node_modules/qs': { version: '6.1.0' },
        'node_modules/pins/node_modules/express': { version: '4.17.0' },
        'node_modules/pins/node_modules/express/node_modules/qs': { version: '6.1.0' },
        'node_modules/newer/node_modules/express': { version: '5.1.0' },
        'node_modules/express-session': { version: '1.0.0' },
        'node_modules/qs': { version: '6.1.0' },
      },
    });
    const { 'package-lock.json': lock } = edited([project, pins, newer]);
    assert.deepEqual(lock.packages, {
      '': MANIFEST,
      'node_modules/express': { ...ours(four), dev: true },
      'node_modules/express/node_modules/qs': { version: '6.1.0' },
      'node_modules/newer/node_modules/express': ours(five),
      'node_modules/express-session': { version: '1.0.0' },
      'node_modules/qs': { version: '6.1.0' },
    });
  });

  it('adds a copy to the lockfile for a package that is to have another major', () => {
    const packages = { 'node_modules/express': { version: '4.22.3' }, 'node_modules/moved': {} };
    const text = JSON.stringify({ lockfileVersion: 3, packages });
    const moved = { ...user('moved', '^5.0.0', '4.22.3'), path: 'node_modules/moved', line: '5' };
    const replacements = new Map([four, five].map((one) => [one.major, one]));
    const copied = withCopies('package-lock.json', text, {
      ...plan('npm', 11, [project, moved]),
      replacements,
    });
    const path = 'node_modules/moved/node_modules/express';
    assert.deepEqual(JSON.parse(copied).packages, { ...packages, [path]: { version: '5.3.0' } });
    assert.equal(withCopies('package-lock.json', text, plan('npm', 11, [project])), text);
  });

  it('keeps forks in the lockfile', () => {
    const forks = {
      'node_modules/a/node_modules/express': { name: 'my-fork', version: '4.18.2' },
      'node_modules/b/node_modules/express': { version: '4.18.2', resolved: 'git+ssh://git@a.b/c.git#01' },
    };
    const packages = { '': MANIFEST, ...forks, 'node_modules/express': { version: '4.18.2' } };
    write('package-lock.json', { lockfileVersion: 3, packages });
    const { 'package-lock.json': lock } = edited([project]);
    for (const [path, fork] of Object.entries(forks)) assert.deepEqual(lock.packages[path], fork);
  });

  it('rejects a lockfile with a folder in the place of Express', () => {
    const packages = { 'node_modules/express': { resolved: 'packages/express', link: true } };
    write('package-lock.json', { lockfileVersion: 3, packages });
    assert.throws(
      () => edited([uses], { name: 'app' }),
      /^Error: node_modules\/express is the folder packages\/express, but npm needs .* name of its own first\.$/,
    );
  });

  it('nests dependencies that a copy for packages would not find', () => {
    write('package-lock.json', {
      lockfileVersion: 3,
      packages: {
        '': { name: 'app' },
        'node_modules/express': { version: '4.18.2' },
        'node_modules/depd': { version: '2.0.0' },
        'node_modules/accepts': { version: '1.3.8' },
        'node_modules/newer/node_modules/express': { version: '5.1.0' },
        'node_modules/newer/node_modules/express/node_modules/old': { version: '1.0.0' },
      },
    });
    const closure: LockedPackages = {
      '': {},
      'node_modules/express': {
        dependencies: { depd: '^2.0.0', accepts: '^2.0.0', 'send-v1': 'npm:send@^1.0.0' },
      },
      'node_modules/depd': { version: '2.0.5' },
      'node_modules/accepts': { version: '2.0.0', dependencies: { 'mime-db': '^1.0.0' } },
      'node_modules/accepts/node_modules/mime-db': { version: '1.9.0' },
      'node_modules/mime-db': { version: '2.0.0' },
      'node_modules/send-v1': { name: 'send', version: '1.0.0', dependencies: { 'mime-db': '^2.0.0' } },
    };
    const { 'package-lock.json': lock } = edited([project, newer], MANIFEST, closure);
    const inner = 'node_modules/newer/node_modules/express/node_modules';
    assert.deepEqual(
      Object.entries<{ version: string }>(lock.packages).flatMap(([path, { version }]) => {
        return path.startsWith(inner) ? [`${path.slice(inner.length + 1)} ${version}`] : [];
      }),
      ['accepts 2.0.0', 'accepts/node_modules/mime-db 1.9.0', 'mime-db 2.0.0', 'send-v1 1.0.0'],
    );
  });

  it('omits a copy if the next one above can be used', () => {
    write('package-lock.json', {
      lockfileVersion: 3,
      packages: {
        'node_modules/express': { version: '4.18.2' },
        'node_modules/newer/node_modules/express': { version: '5.1.0' },
        'node_modules/newer/node_modules/inner/node_modules/express': { version: '5.0.0' },
      },
    });
    const { 'package-lock.json': lock } = edited([project, newer]);
    assert.deepEqual(Object.keys(lock.packages), [
      'node_modules/express',
      'node_modules/newer/node_modules/express',
    ]);
  });

  it('nests dependencies that a copy for a workspace would not find', () => {
    mkdirSync(join(folder, 'inner'), { recursive: true });
    write('inner/package.json', { name: 'inner', dependencies: { express: '^5.0.0' } });
    write('package-lock.json', {
      lockfileVersion: 3,
      packages: {
        'inner/node_modules/express': { version: '5.1.0' },
        'inner/node_modules/express/node_modules/qs': { version: '6.1.0' },
        'inner/node_modules/cookie': { version: '0.3.1' },
        'node_modules/express': { version: '4.18.2' },
      },
    });
    const closure: LockedPackages = {
      'node_modules/express': { dependencies: { cookie: '^0.7.1' } },
      'node_modules/cookie': { version: '0.7.2' },
    };
    const path = 'inner/node_modules/express';
    const inner = { ...newer, name: 'inner', path: 'inner', kind: 'workspace' as const };
    const users = [project, { ...inner, express: { ...inner.express, path } }];
    const { 'package-lock.json': lock } = edited(users, MANIFEST, closure);
    assert.deepEqual(Object.keys(lock.packages), [
      'inner/node_modules/cookie',
      'inner/node_modules/express',
      'inner/node_modules/express/node_modules/cookie',
      'node_modules/express',
    ]);
  });

  it('keeps the style of package.json', () => {
    writeFileSync(join(folder, 'package.json'), '{\n\t"dependencies": {\n\t\t"express": "4"\n\t}\n}');
    const text = editsForNpm(plan('npm', 11, [project])).get('package.json');
    assert.equal(
      text,
      readFileSync(join(folder, 'package.json'), 'utf8').replace('"4"', '"file:home/4.tgz"'),
    );
  });

  it('rejects a lockfile of npm 6', () => {
    write('package-lock.json', { lockfileVersion: 1, dependencies: {} });
    assert.throws(() => edited([project]), /package-lock\.json is in the format of npm 6/);
  });

  it('rejects a lockfile that npm has not written', () => {
    for (const packages of [null, 'x', { '': null }, { 'node_modules/express': 4 }]) {
      write('package-lock.json', { packages } as object);
      assert.throws(() => edited([project]), /^Error: package-lock\.json was not written by npm: restore it/);
    }
    writeFileSync(join(folder, 'package-lock.json'), 'null');
    assert.throws(() => edited([project]), /package-lock\.json is in the format of npm 6/);
    write('package-lock.json', { packages: { 'node_modules/express': { version: 4 } } });
    assert.doesNotThrow(() => edited([project]));
  });
});

describe('for pnpm', () => {
  beforeEach(() => rmSync(join(folder, 'pnpm-workspace.yaml'), { force: true }));
  const edits = (major: number, users: User[]) => {
    write('package.json', MANIFEST);
    return Object.fromEntries(editsForPnpm(plan('pnpm', major, users)));
  };

  it('writes overrides to package.json', () => {
    const { 'package.json': text, ...others } = edits(10, [project, newer]);
    assert.deepEqual(JSON.parse(text!).pnpm.overrides, {
      'express@4': 'file:home/4.tgz',
      'express@5': 'file:home/5.tgz',
    });
    assert.deepEqual(others, {});
  });

  it('uses the names of dependants whose ranges do not determine the major', () => {
    const inner = user('inner', 'catalog:', '4.18.2', 'workspace');
    const any = user('any', '>=4', '5.1.0', 'package', '2.0.0');
    const namesake = user('any', '*', '4.18.2', 'package', '1.0.0');
    const { 'package.json': text } = edits(10, [project, newer, inner, any, namesake]);
    assert.deepEqual(JSON.parse(text!).pnpm.overrides, {
      'express@4': 'file:home/4.tgz',
      'express@5': 'file:home/5.tgz',
      'inner>express': 'file:home/4.tgz',
      'any@2.0.0>express@5': 'file:home/5.tgz',
      'any@1.0.0>express@4': 'file:home/4.tgz',
    });
  });

  it('keys a single replacement by its range, so that a package that needs another major later gets it', () => {
    const any = user('any', '4 || 5', '5.1.0');
    const empty = user('empty', '', '5.1.0');
    const peer = { ...user('peer', '^4.0.0', '5.1.0'), isPeer: true };
    const { 'package.json': text } = edits(10, [newer, any, empty, peer]);
    assert.deepEqual(JSON.parse(text!).pnpm.overrides, {
      'express@5': 'file:home/5.tgz',
      'any>express@5': 'file:home/5.tgz',
      'empty>express': 'file:home/5.tgz',
      'peer>express': 'file:home/5.tgz',
    });
  });

  it('takes the major from the range of a package that has another', () => {
    const moved = { ...user('moved', '^5.0.0', '4.22.3'), line: '5' };
    write('package.json', MANIFEST);
    const replacements = new Map([five].map((one) => [one.major, one]));
    const [text] = editsForPnpm({ ...plan('pnpm', 10, [moved]), replacements }).values();
    assert.deepEqual(JSON.parse(text!).pnpm.overrides, { 'express@5': 'file:home/5.tgz' });
  });

  it('writes overrides to pnpm-workspace.yaml since pnpm 11', () => {
    const changed = edits(12, [project]);
    assert.deepEqual(changed, { 'pnpm-workspace.yaml': 'overrides:\n  "express@4": file:home/4.tgz\n' });
  });

  /** What a swap changes, and that an undo of changed settings leaves the rest as it is. */
  const STYLES: Readonly<Record<string, [before: string, after: string]>> = {
    'between others': [
      'packages:\n  - a\n\noverrides:\n  qs: "6"\n  express: 4.18.2\n\nshamefullyHoist: true\n',
      'packages:\n  - a\n\noverrides:\n  qs: "6"\n  "express@4": file:maglev-swap/4.tgz\n\nshamefullyHoist: true\n',
    ],
    'indented by 4 spaces': [
      'overrides:\n    qs: 6.9.0\n    uses>express: 4.18.2\n',
      'overrides:\n    qs: 6.9.0\n    "express@4": file:maglev-swap/4.tgz\n',
    ],
    'with the line endings of Windows': [
      'packages:\r\n  - a\r\noverrides:\r\n  express: 4.18.2\r\n  qs: 6.9.0\r\n',
      'packages:\r\n  - a\r\noverrides:\r\n  qs: 6.9.0\r\n  "express@4": file:maglev-swap/4.tgz\r\n',
    ],
    'with the line endings of Windows, and no overrides': [
      'packages:\r\n  - a\r\n',
      'packages:\r\n  - a\r\noverrides:\r\n  "express@4": file:maglev-swap/4.tgz\r\n',
    ],
    'with a name in quotes': [
      '"overrides":\n  "express@4": 4.18.2\n  qs: 6.9.0\nb: c',
      '"overrides":\n  qs: 6.9.0\n  "express@4": file:maglev-swap/4.tgz\nb: c',
    ],
    'with comments': [
      "'overrides': # ours\n# one\n  qs: 6.9.0 # two\n\n# three\n  'express': 4.18.2 # four\n  # five\n# six\nb: c\n",
      '\'overrides\': # ours\n# one\n  qs: 6.9.0 # two\n\n# three\n  "express@4": file:maglev-swap/4.tgz\n  # five\n# six\nb: c\n',
    ],
    'with values on lines of their own': [
      'overrides:\n  express:\n    4.18.2\n  qs:\n    6.9.0',
      'overrides:\n  qs:\n    6.9.0\n  "express@4": file:maglev-swap/4.tgz\n',
    ],
    'without entries': [
      'overrides: {} # none\nb: c\n',
      'overrides: # none\n  "express@4": file:maglev-swap/4.tgz\nb: c\n',
    ],
    'without a value': ['overrides:\nb: c\n', 'overrides:\n  "express@4": file:maglev-swap/4.tgz\nb: c\n'],
    'with nothing else': ['', 'overrides:\n  "express@4": file:maglev-swap/4.tgz\n'],
  };
  for (const [title, [before, after]] of Object.entries(STYLES)) {
    it(`adds to pnpm-workspace.yaml ${title}`, () => {
      writeFileSync(join(folder, 'pnpm-workspace.yaml'), before);
      const replaced = { ...four, path: 'maglev-swap/4.tgz' };
      const edited = editsForPnpm({
        ...plan('pnpm', 12, [project]),
        replacements: new Map([['4', replaced]]),
      });
      assert.equal(edited.get('pnpm-workspace.yaml'), after);
      // Later changes of the user stay.
      const undone = withOverridesOf(before, `a: b\n${after}`).split(/\r?\n/);
      const lines = ['a: b', ...before.split(/\r?\n/)].filter((line) => !/^.overrides.: \{|^$/.test(line));
      const isHead = (line: string) => /^overrides:/.test(line);
      assert.deepEqual(
        undone.filter((line) => line !== '' && !isHead(line)).sort(),
        lines.filter((line) => !isHead(line)).sort(),
      );
      assert.equal(/file:maglev-swap/.test(undone.join()), false);
    });
  }

  it('restores lines in the style of a file that was formatted since', () => {
    const before = 'overrides:\n  express: 4.18.2\n  qs: 6.9.0\n';
    const now = 'overrides:\r\n    qs: 6.9.0\r\n    "express@4": file:maglev-swap/4.tgz\r\n';
    assert.equal(withOverridesOf(before, now), 'overrides:\r\n    qs: 6.9.0\r\n    express: 4.18.2\r\n');
    assert.equal(
      withOverridesOf('a: b\n', 'a: b\noverrides:\n  express: file:maglev-swap/4.tgz\n'),
      'a: b\n',
    );
  });

  it('rejects overrides in one line', () => {
    for (const text of [
      'overrides: { qs: "6" }\n',
      'overrides: {\n  qs: "6" }\n',
      'overrides: &a\n  qs: "6"\n',
    ]) {
      writeFileSync(join(folder, 'pnpm-workspace.yaml'), text);
      assert.throws(() => edits(12, [project]), /pnpm-workspace\.yaml .*: write each on its own line first/);
    }
  });
});

describe('for yarn', () => {
  const resolutions = (major: number, users: User[]) => {
    write('package.json', { ...MANIFEST, resolutions: { '**/express': '4.18.2', qs: '6' } });
    const [text] = editsForYarn(plan('yarn', major, users)).values();
    const { resolutions, dependencies } = JSON.parse(text!);
    return { resolutions, express: dependencies.express };
  };

  it('1 uses the names of dependants', () => {
    const peer = { ...uses, name: 'peer', isPeer: true };
    assert.deepEqual(resolutions(1, [project, uses, peer]), {
      resolutions: { qs: '6', '**/uses/express': 'file:./home/4.tgz' },
      express: 'file:./home/4.tgz',
    });
    assert.deepEqual(resolutions(1, [project, uses, newer]), {
      resolutions: {
        qs: '6',
        '**/uses/express': 'file:./home/4.tgz',
        '**/newer/express': 'file:./home/5.tgz',
      },
      express: 'file:./home/4.tgz',
    });
  });

  it('4 uses the names of packages whose ranges its settings may change', () => {
    const settings = join(folder, '.yarnrc.yml');
    writeFileSync(settings, 'packageExtensions:\n  uses@*:\n    dependencies:\n      express: ^4.0.0\n');
    assert.deepEqual(resolutions(4, [project, uses]).resolutions, {
      qs: '6',
      'express@npm:^4.18.0': 'file:./home/4.tgz',
      'uses/express': 'file:./home/4.tgz',
    });
    rmSync(settings);
  });

  it('4 uses ranges', () => {
    const peer = { ...user('peer', '>=3', '4.18.2'), isPeer: true };
    assert.deepEqual(resolutions(4, [project, uses, peer]), {
      resolutions: {
        qs: '6',
        'express@npm:^4.18.0': 'file:./home/4.tgz',
        'express@npm:^4.17.1': 'file:./home/4.tgz',
      },
      express: '^4.18.0',
    });
    assert.deepEqual(resolutions(4, [project, newer]), {
      resolutions: {
        qs: '6',
        'express@npm:^4.18.0': 'file:./home/4.tgz',
        'express@npm:^5.0.0': 'file:./home/5.tgz',
      },
      express: '^4.18.0',
    });
    const inner = user('inner', 'catalog:', '4.18.2', 'workspace');
    assert.deepEqual(resolutions(4, [inner, newer]).resolutions, {
      qs: '6',
      'express@catalog:': 'file:./home/4.tgz',
      'express@npm:^5.0.0': 'file:./home/5.tgz',
    });
  });
});

function replacement(major: string, version: string): Replacement {
  const manifest = { dependencies: { qs: '6' } };
  return { major, version, path: `home/${major}.tgz`, integrity: 'sha512-x', manifest };
}

function user(
  name: string,
  range: string,
  installed: string,
  kind: User['kind'] = 'package',
  version = '1.0.0',
): User {
  const path = kind === 'package' && installed[0] !== '4' ? `node_modules/${name}/node_modules/express` : TOP;
  return { name, version, path: name, range, kind, express: { version: installed, maglev: undefined, path } };
}

const NOTHING: LockedPackages = { [TOP]: {} };

function plan(name: Manager['name'], major: number, users: User[], closure = NOTHING): Plan {
  const locks = name === 'npm' ? ['package-lock.json'] : [];
  const manager = { name, major, folder, locks, isBerry: name === 'yarn' && major > 1 } as unknown as Manager;
  const majors = new Set(users.map(({ express }) => express.version[0]!));
  const replacements = new Map(
    [four, five].filter((one) => majors.has(one.major)).map((one) => [one.major, { ...one, closure }]),
  );
  return { manager, users, replacements };
}

function write(file: string, content: object): void {
  writeFileSync(join(folder, file), JSON.stringify(content, null, 2));
}
