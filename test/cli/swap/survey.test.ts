import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { readManifest, surveyFolders } from '../../../src/cli/swap/survey.js';
import { workspaceRootOf, workspacesOf } from '../../../src/cli/swap/workspaces.js';

describe('the packages that use Express', () => {
  let home: string;
  let project: string;
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'maglev-survey-')));
    project = join(home, 'project');
    put('project', { name: 'app', dependencies: { express: '4', express5: 'npm:express@5' } });
    put('project/node_modules/express', { version: '4.18.2' });
    put('project/node_modules/express5', { name: 'express', version: '5.1.0' });
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  function put(folder: string, manifest: object): void {
    mkdirSync(join(home, folder), { recursive: true });
    writeFileSync(join(home, folder, 'package.json'), JSON.stringify(manifest));
  }
  function link(path: string, target: string): void {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    symlinkSync(join(home, target), join(home, path));
  }
  const survey = (isPnpm = false) => surveyFolders([project, ...workspacesOf(project)], isPnpm);
  const names = (isPnpm?: boolean) =>
    survey(isPnpm).users.map(({ name, express }) => `${name} ${express.path}`);
  const left = (isPnpm?: boolean) =>
    survey(isPnpm).leftAlone.map(({ name, why, user }) => `${name}, ${why}: ${user}`);

  it('are not looked for in a package.json without content', () => {
    writeFileSync(join(project, 'package.json'), 'null');
    assert.throws(() => readManifest(project), /package\.json has no content: it is null\.$/);
  });

  it('are the project, its workspaces and their packages, each with its copy', () => {
    put('project/inner', { name: 'inner', devDependencies: { express: '5' } });
    put('project/inner/node_modules/express', { version: '5.1.0' });
    link('project/node_modules/inner', 'project/inner');
    put('project/node_modules/uses', { name: 'uses', peerDependencies: { express: '*' } });
    assert.deepEqual(names(), [
      'app node_modules/express',
      'inner inner/node_modules/express',
      'uses node_modules/express',
    ]);
    assert.equal(workspaceRootOf(join(project, 'inner')), project);
    assert.equal(workspaceRootOf(project), null);
  });

  const LOCKFILES: Readonly<Record<string, string>> = {
    'pnpm-lock.yaml':
      "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n\n  packages/inner:\n    dependencies:\n",
    'yarn.lock':
      '__metadata:\n  version: 8\n\n"inner@workspace:packages/inner":\n  version: 0.0.0-use.local\n',
    'package-lock.json': JSON.stringify({ packages: { '': {}, 'packages/inner': { name: 'inner' } } }),
  };
  for (const [file, text] of Object.entries(LOCKFILES)) {
    it(`may be a workspace that only ${file} names`, () => {
      put('project/packages/inner', { name: 'inner', dependencies: { express: '5' } });
      put('project/packages/other', { name: 'other', dependencies: { express: '5' } });
      writeFileSync(join(project, file), text);
      assert.equal(workspaceRootOf(join(project, 'packages/inner')), project);
      assert.equal(workspaceRootOf(join(project, 'packages/other')), null);
      assert.equal(workspaceRootOf(join(project, 'packages')), null);
    });
  }

  describe('in workspaces without a link in node_modules', () => {
    const found = () => workspacesOf(project).map((folder) => folder.slice(project.length + 1));
    const WORKSPACES = { name: 'app', private: true, workspaces: ['packages/*', 'tools/**', '!packages/no'] };
    beforeEach(() => {
      for (const path of [
        'packages/a',
        'packages/no',
        'packages/.hidden',
        'tools/b/c',
        'tools/node_modules/d',
      ]) {
        put(`project/${path}`, { dependencies: { express: '5' } });
      }
      put('project/packages/a/node_modules/express', { name: 'express', version: '5.1.0' });
      mkdirSync(join(project, 'packages/empty'));
      symlinkSync(join(project, 'tools'), join(project, 'tools/b/again'));
    });

    it('are found by the patterns of package.json', () => {
      assert.deepEqual(found(), []);
      put('project', WORKSPACES);
      put('outside', { name: 'outside' });
      link('project/packages/link', 'outside');
      assert.deepEqual(found(), ['packages/a', 'tools/b/c']);
      assert.deepEqual(names(), ['a packages/a/node_modules/express', 'c node_modules/express']);
      put('project', { ...WORKSPACES, workspaces: { packages: ['./packages/a/', '../outside', '.'] } });
      assert.deepEqual(found(), ['packages/a']);
    });

    it('are found by the lockfile of yarn 4', () => {
      const lines = ['.', 'packages/a', 'packages/gone', '../outside'].map((path, i) => {
        return `"x${i}@workspace:${path}":\n  version: 0.0.0-use.local\n  resolution: "x${i}@workspace:${path}"\n`;
      });
      put('outside', { name: 'outside' });
      writeFileSync(join(project, 'yarn.lock'), lines.join('\n'));
      assert.deepEqual(found(), ['packages/a']);
    });

    it('are none that yarn 1 ignores, without a name or a version', () => {
      put('project', WORKSPACES);
      writeFileSync(join(project, 'yarn.lock'), '# yarn lockfile v1\n');
      put('project/packages/b', { name: 'b', version: '1.0.0' });
      put('project/packages/c', { name: 'c' });
      assert.deepEqual(found(), ['packages/b']);
    });
  });

  it('may be a workspace that only the state of pnpm names, because each has its own lockfile', () => {
    put('project/packages/inner', { name: 'inner', dependencies: { express: '5' } });
    const inner = join(project, 'packages/inner');
    const state = { projects: { [project]: {}, [inner]: { name: 'inner' } } };
    writeFileSync(join(project, 'node_modules/.pnpm-workspace-state-v1.json'), JSON.stringify(state));
    assert.equal(workspaceRootOf(inner), project);
    assert.equal(workspaceRootOf(join(project, 'packages')), null);
  });

  it('do not include aliases, bundled copies and other majors', () => {
    put('project/node_modules/bundles', {
      name: 'bundles',
      dependencies: { express: '4' },
      bundledDependencies: ['express'],
    });
    put('project/node_modules/old', { name: 'old', dependencies: { express: '2' } });
    put('project/node_modules/old/node_modules/express', { version: '2.5.11' });
    assert.deepEqual(names(), ['app node_modules/express']);
    assert.deepEqual(left(), [
      'express5, an alias: app',
      'express, bundled: bundles',
      'express, of a major version that maglev does not support: old',
    ]);
  });

  const FORKS: readonly [title: string, spec: string, installed: object, why: string][] = [
    [
      'an alias of another package',
      'npm:my-fork@4',
      { name: 'my-fork' },
      'another package, my-fork, under this name',
    ],
    ['a repository', 'me/express#main', { name: 'express' }, 'not from a registry, but from me/express#main'],
    ['a URL', 'https://a.b/e.tgz', { name: 'express' }, 'not from a registry, but from https://a.b/e.tgz'],
    ['a tarball', 'file:./e.tgz', { name: 'express' }, 'not from a registry, but from file:./e.tgz'],
    [
      'a patch',
      'patch:express@npm%3A4',
      { name: 'express' },
      'not from a registry, but from patch:express@npm%3A4',
    ],
  ];
  for (const [title, spec, installed, why] of FORKS) {
    it(`do not include ${title} under the name of Express, or packages that share it`, () => {
      put('project', { name: 'app', dependencies: { express: spec } });
      put('project/node_modules/express', { version: '4.18.2', ...installed });
      put('project/node_modules/uses', { name: 'uses', dependencies: { express: '^4' } });
      put('project/node_modules/own', { name: 'own', dependencies: { express: '^4' } });
      put('project/node_modules/own/node_modules/express', { name: 'express', version: '4.18.2' });
      assert.deepEqual(names(), ['own node_modules/own/node_modules/express']);
      assert.deepEqual(left(), [`express, ${why}: app`, `express, ${why}: uses`]);
    });
  }

  it('do not include folders of the user under the name of Express', () => {
    const found = () => survey().leftAlone.filter(({ name }) => name === 'express');
    const manifest = { name: 'express', version: '5.99.0' };
    put('project/packages/express', manifest);
    put('project/packages/api', { name: 'api', dependencies: { express: '*' } });
    put('project/node_modules/uses', { name: 'uses', dependencies: { express: '^4' } });
    put('project/node_modules/uses/node_modules/express', { name: 'express', version: '4.18.2' });
    rmSync(join(project, 'node_modules/express'), { recursive: true });
    link('project/node_modules/api', 'project/packages/api');
    link('project/node_modules/express', 'project/packages/express');
    assert.deepEqual(names(), ['uses node_modules/uses/node_modules/express']);
    const fork = { name: 'express', version: '5.99.0', isFork: true };
    const inside = { ...fork, why: 'the folder packages/express' };
    assert.deepEqual(found(), [
      { ...inside, user: 'app' },
      { ...inside, user: 'api' },
    ]);
    rmSync(join(project, 'node_modules/express'));
    put('my-express', manifest);
    link('project/node_modules/express', 'my-express');
    assert.deepEqual(found()[0], { ...fork, why: 'the folder ../my-express', user: 'app' });
  });

  it('do not include copies from elsewhere that the package manager has recorded', () => {
    put('project', {
      name: 'app',
      dependencies: { express: '4' },
      resolutions: { '**/express': 'me/express' },
    });
    put('project/node_modules/uses', { name: 'uses', dependencies: { express: '^4' } });
    put('project/node_modules/uses/node_modules/express', { name: 'express', version: '4.18.2' });
    const why = 'express, not from a registry, but from';
    assert.deepEqual(left(), [`${why} me/express: app`, `${why} me/express: uses`]);
    const resolved = 'git+ssh://git@github.com/me/express.git#0123';
    const packages = { 'node_modules/express': { resolved } };
    writeFileSync(join(project, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
    assert.deepEqual(left(), [`${why} ${resolved}: app`]);
  });

  it('are found if what the package manager has recorded is incomplete', () => {
    for (const text of [
      '{"packages":{"nod',
      '',
      'null',
      '{"packages":null}',
      '{"packages":{"node_modules/express":1}}',
    ]) {
      writeFileSync(join(project, 'node_modules/.package-lock.json'), text);
      assert.deepEqual(names(), ['app node_modules/express']);
    }
    writeFileSync(join(project, 'node_modules/.package-lock.json'), '');
    writeFileSync(join(project, 'package.json'), '{ "name": ');
    assert.throws(() => names(), /package\.json is not valid JSON: /);
  });

  const PATCHES: readonly [key: string, isFork: boolean][] = [
    ['express', true],
    ['express@4.18.2', true],
    ['express@^4', true],
    ['express@>=4.0.0 <4.19.0', true],
    ['express@4.18.1', false],
    ['express@5', false],
    ['express-session', false],
  ];
  for (const [key, isFork] of PATCHES) {
    it(`${isFork ? 'do not include a copy' : 'include copies'} if pnpm has a patch for ${key}`, () => {
      const settings = join(project, 'pnpm-workspace.yaml');
      const why = 'express, not from a registry, but from patch:a.patch: app';
      const check = () => assert.deepEqual(left(true).includes(why), isFork);
      const manifest = { name: 'app', dependencies: { express: '4' } };
      put('project', { ...manifest, pnpm: { patchedDependencies: { [key]: 'a.patch' } } });
      check();
      put('project', manifest);
      assert.deepEqual(left(true), []);
      writeFileSync(
        settings,
        `packages: []\r\npatchedDependencies: # mine\r\n    '${key}': "a.patch" # it\r\n`,
      );
      check();
      rmSync(settings);
      put('project/node_modules/.pnpm', {});
      const lock = `overrides:\n  qs: 6\n\npatchedDependencies:\n  '${key}':\n    hash: 0123\n    path: a.patch\n`;
      writeFileSync(join(project, 'node_modules/.pnpm/lock.yaml'), lock);
      assert.deepEqual(left(true).length, isFork ? 1 : 0);
    });
  }

  it('do not include copies from elsewhere in a pnpm store', () => {
    const store = 'project/node_modules/.pnpm';
    for (const source of ['4.18.2', 'git+https+++a.b+c', 'file+e.tgz']) {
      const name = `uses-${source.length}`;
      put(`${store}/${name}@1.0.0/node_modules/${name}`, { name, dependencies: { express: '4' } });
      put(`${store}/express@${source}/node_modules/express`, { name: 'express', version: '4.18.2' });
      link(`${store}/${name}@1.0.0/node_modules/express`, `${store}/express@${source}/node_modules/express`);
      link(`project/node_modules/${name}`, `${store}/${name}@1.0.0/node_modules/${name}`);
    }
    const users = survey(true).users.map(({ name }) => name);
    assert.deepEqual(
      [users.includes('uses-6'), users.includes('uses-18'), users.includes('uses-10')],
      [true, false, false],
    );
  });

  it('include those with the replacements of an earlier swap', () => {
    put('project', {
      name: 'app',
      dependencies: { express: 'file:maglev-swap/express-4.22.3-maglev-5.0.0.tgz' },
    });
    put('project/node_modules/express', { name: 'express', version: '4.22.3', maglev: '5.0.0' });
    assert.deepEqual(names(), ['app node_modules/express']);
  });

  for (const isPnpm of [false, true]) {
    it(`do not include linked folders${isPnpm ? ' of pnpm' : ''}, outside the project or in it`, () => {
      put('outside', { name: 'outside', dependencies: { express: '4' } });
      put('outside/node_modules/express', { version: '4.17.0' });
      link('project/node_modules/outside', 'outside');
      put('project/x', { name: 'x' });
      link('project/node_modules/x', 'project/x');
      put('project/y', { name: 'y', dependencies: { express: '4' } });
      put('project/y/node_modules/express', { version: '4.17.0' });
      link('project/x/node_modules/y', 'project/y');
      assert.deepEqual(names(isPnpm), ['app node_modules/express']);
      assert.deepEqual(
        new Set(left(isPnpm).slice(1)),
        new Set([
          'express, not installed by this project: outside',
          'express, not installed by this project: y',
        ]),
      );
    });
  }

  it('do not include packages in the pnpm store that nothing depends on any more', () => {
    const store = 'project/node_modules/.pnpm';
    for (const name of ['uses', 'indirect', 'unused']) {
      put(`${store}/${name}@1.0.0/node_modules/${name}`, { name, dependencies: { express: '4' } });
      put(`${store}/${name}@1.0.0/node_modules/express`, { version: '4.18.2' });
    }
    link('project/node_modules/uses', `${store}/uses@1.0.0/node_modules/uses`);
    link(`${store}/uses@1.0.0/node_modules/indirect`, `${store}/indirect@1.0.0/node_modules/indirect`);
    assert.deepEqual(
      names(true).map((user) => user.split(' ')[0]),
      ['app', 'uses', 'indirect'],
    );
  });

  it('may be in a pnpm store outside the project', () => {
    put('store/links/uses/1.0.0/node_modules/uses', { name: 'uses', dependencies: { express: '4' } });
    put('store/links/uses/1.0.0/node_modules/express', { version: '4.18.2' });
    link('project/node_modules/uses', 'store/links/uses/1.0.0/node_modules/uses');
    assert.deepEqual(names(true).length, 2);
    assert.deepEqual(names(false).length, 1);
  });

  it('are found next to broken links, and files that are no packages', () => {
    link('project/node_modules/gone', 'nowhere');
    link('project/node_modules/@scope/gone', 'nowhere');
    writeFileSync(join(project, 'node_modules/.package-lock.json'), '{}');
    writeFileSync(join(project, 'node_modules/file.txt'), '');
    assert.deepEqual(names(), ['app node_modules/express']);
  });
});
