import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { oracleOf } from '../../.build/oracle.js';
import { processIdOf } from '../../src/cli/swap/processes.js';
import { tarballOf } from '../../src/cli/swap/tarball.js';
import { type Kind, optionsFor } from './managers.js';
import { type Outcome, SwapProject } from './project.js';
import { addUsers } from './users.js';

const EXPRESS = { name: 'app', private: true, dependencies: { express: '^4.18.0' } };
const VERSION = "require('express/package.json').version";
const HAS_MAGLEV = "Boolean(require('express/package.json').maglev)";

/** The settings that disable the lockfile. npm has a test of its own, and yarn 2 and later have no such setting. */
const WITHOUT_LOCK: Readonly<Record<string, [file: string, text: string]>> = {
  'pnpm 10': ['.npmrc', 'package-lock=false\nignore-scripts=true\n'],
  'pnpm 12': ['pnpm-workspace.yaml', 'lockfile: false\n'],
  'yarn 1': ['.yarnrc', '--install.no-lockfile true\n--add.no-lockfile true\n'],
};

/** Projects with common settings and layouts. */
export function declareProjects(home: string, kinds: readonly Kind[]): void {
  for (const kind of kinds) {
    describe(`maglev swap with ${kind.title} in`, () => {
      // Settings and lockfiles that only npm has.
      const npm = itIf(kind.command === 'npm');

      npm('a project with a package of another major that has Express as a peer dependency', async () => {
        const project = installed(home, kind, 'mcp', {
          ...EXPRESS,
          dependencies: { ...EXPRESS.dependencies, '@modelcontextprotocol/sdk': '^1.0.0' },
        });
        await swapAndUndo(project);
      });

      npm('a project that was installed with --legacy-peer-deps', async () => {
        const project = new SwapProject(home, kind, 'peers');
        const peers = {
          name: 'peers',
          version: '1.0.0',
          peerDependencies: { express: '^3.0.0', qs: '^5.0.0' },
        };
        addPackage(project, peers);
        const dependencies = { ...EXPRESS.dependencies, peers: 'file:./peers.tgz', qs: '^6.0.0' };
        project.write('package.json', { ...EXPRESS, dependencies });
        assert.throws(() => project.run('npm install'), /ERESOLVE/);
        project.run('npm install --legacy-peer-deps');
        project.run(`npm install --legacy-peer-deps --save-dev ${project.tarball}`);
        await swapAndUndo(project);

        // Without npm's list of what is installed, it cannot be detected.
        rmSync(join(project.folder, 'node_modules/.package-lock.json'));
        const before = project.files();
        const failed = await project.swap();
        assert.equal(failed.code, 2);
        assert.match(
          failed.stderr,
          /npm install failed: .*ERESOLVE.*pass the flag: maglev swap -- --legacy-peer-deps/,
        );
        assert.match(failed.stderr, /Nothing was changed\.$/m);
        assert.deepEqual(project.files(), before);
        await swapAndUndo(project, undefined, ['--', '--legacy-peer-deps']);
      });

      npm('a project with its own overrides of Express', async () => {
        const project = new SwapProject(home, kind, 'overrides');
        const packages = addUsers(project.folder, 'tarballs');
        project.write('package.json', {
          ...EXPRESS,
          dependencies: { express: '4.18.2', uses: packages.uses, newer: packages.newer },
          overrides: { uses: { express: '4.17.1' } },
        });
        install(project);
        await swapAndUndo(project);
      });

      npm('a project without a lockfile, and with packages of other majors', async () => {
        const project = new SwapProject(home, kind, 'no-lock');
        const packages = addUsers(project.folder, 'tarballs');
        project.write('.npmrc', 'package-lock=false\nignore-scripts=true\n');
        project.write('package.json', {
          ...EXPRESS,
          dependencies: { ...EXPRESS.dependencies, newer: packages.newer },
        });
        install(project);
        assert.equal(project.has('package-lock.json'), false);
        await swapAndUndo(project, () => {
          assert.equal(project.has('package-lock.json'), false);
          project.run('rm -rf node_modules && npm install');
          assert.equal(project.evaluate("Boolean(require('newer').maglev)"), 'true');
        });
      });

      const settings = WITHOUT_LOCK[kind.title];
      const withoutLock = itIf(settings !== undefined);
      const pnpm = itIf(kind.command === 'pnpm');
      pnpm('a project that is installed with a flag', async () => {
        const project = new SwapProject(home, kind, 'flag');
        project.write('.pnpmfile.cjs', 'exports.hooks = { readPackage: (manifest) => manifest };');
        // pnpm exec would install without the flag.
        project.write('pnpm-workspace.yaml', 'verifyDepsBeforeRun: false\n');
        project.write('package.json', EXPRESS);
        project.run('pnpm install --ignore-pnpmfile');
        project.run(`pnpm add --ignore-pnpmfile --save-dev ${project.tarball}`);
        await swapAndUndo(project, undefined, ['--', '--ignore-pnpmfile']);
      });

      pnpm('a project with settings in a style of its own', async () => {
        const project = new SwapProject(home, kind, 'style');
        const lines = [
          '"overrides": # ours',
          '# one',
          '    is-number: 7.0.0 # two',
          '# three',
          '    is-odd: 3.0.1',
        ];
        project.write('pnpm-workspace.yaml', `${['packages: []', ...lines, ''].join('\r\n')}`);
        project.write('package.json', EXPRESS);
        project.run('pnpm install');
        project.run(`pnpm add --workspace-root --save-dev ${project.tarball}`);
        await swapAndUndo(project, () => {
          const settings = project.read('pnpm-workspace.yaml');
          for (const line of lines) assert.ok(settings.includes(`${line}\r\n`), settings);
        });
      });

      withoutLock('a project whose settings disable its lockfile', async () => {
        const project = new SwapProject(home, kind, 'lock-disabled');
        project.write(...settings!);
        project.write('package.json', EXPRESS);
        install(project);
        assert.equal(project.has(kind.lock), false);
        await swapAndUndo(project, () => assert.equal(project.has(kind.lock), false));
      });

      it('a project with a byte order mark, tabs and aliases', async () => {
        const project = new SwapProject(home, kind, 'bom');
        const manifest = { ...EXPRESS, dependencies: { ...EXPRESS.dependencies, express5: 'npm:express@5' } };
        project.write('package.json', manifest);
        install(project);
        project.write(
          'package.json',
          `\uFEFF${JSON.stringify(JSON.parse(project.read('package.json')), null, '\t')}\n`,
        );
        await swapAndUndo(project, ({ stdout }) => {
          assert.match(stdout, /^Not replaced: express5 5\.\d+\.\d+ \(an alias\) in: app$/m);
          assert.equal(project.evaluate("require('express5/package.json').maglev"), 'undefined');
        });
      });

      it('a project with an older Express, whose lockfile changes after the swap', async () => {
        const project = installedOlder(home, kind, 'older');
        await swapOnce(project);
        project.run(`${kind.command} ${kind.command === 'npm' ? 'install' : 'add'} is-number@7.0.0`);
        const undone = await project.swap('--undo');
        assert.match(undone.stdout, /^express 4\.18\.2 restored in: app$/m, undone.stderr);
        assertSound(project, '4.18.2');
        assert.equal(project.evaluate("require('is-number')(1)"), 'true');
      });

      it('a project with an older Express, which is swapped again after a change', async () => {
        const project = installedOlder(home, kind, 'older-again');
        const { newer } = addUsers(project.folder, 'tarballs');
        const before = project.read(kind.lock);
        await swapOnce(project);
        project.run(`${commandToSave(kind, 'newer')}${newer}`);
        await swapOnce(project);
        const undone = await project.swap('--undo');
        assert.match(undone.stdout, /^express 4\.18\.2 restored in: app$/m, undone.stderr);
        assertSound(project, '4.18.2');
        assert.equal(project.evaluate("Boolean(require('newer').maglev)"), 'false');
        if (kind.command !== 'npm') return;
        // Without the package that was added, the lockfile is the original.
        project.run('npm uninstall newer');
        assert.equal(project.read(kind.lock), before);
      });

      it('a project with two majors, and packages that are added after the swap', async () => {
        const project = new SwapProject(home, kind, 'added');
        const { newer } = addUsers(project.folder, 'tarballs');
        addPackage(project, { name: 'any', version: '1.0.0', dependencies: { express: '>=4' } });
        addPackage(project, { name: 'old', version: '1.0.0', dependencies: { express: '^4.17.0' } });
        addPackage(project, { name: 'peer', version: '1.0.0', peerDependencies: { express: '^4.17.0' } });
        const dependencies = { ...EXPRESS.dependencies, newer };
        project.write('package.json', { ...EXPRESS, dependencies });
        install(project);
        await swapOnce(project);
        for (const name of ['any', 'old', 'peer']) {
          project.run(`${commandToSave(kind, name)}file:./${name}.tgz`);
        }
        const undone = await project.swap('--undo');
        assert.equal(undone.code, 0, undone.stderr);
        assert.match(undone.stdout, /^express 4\.\d+\.\d+ restored in: .*\bold\b/m);
        assertSound(project, oracleOf('4').version);
      });

      npm('a project with a package in an older version that Express has too', async () => {
        const project = installedOlder(home, kind, 'shared', { debug: '2.6.8' });
        const swapped = await swapOnce(project);
        assert.match(swapped.stdout, /^debug 2\.6\.8 became 2\.6\.9 in: app$/m);
        project.run('npm install is-number@7.0.0');
        const undone = await project.swap('--undo');
        assert.equal(undone.code, 0, undone.stderr);
        assertSound(project, '4.18.2');
        assert.equal(project.evaluate("require('debug/package.json').version"), '2.6.8');
        project.run('npm ls --all');
      });

      const pnp = itIf(kind.node !== undefined);
      pnp('a project with its table in .pnp.data.json', async () => {
        const project = new SwapProject(home, kind, 'pnp-data');
        // The cache is in the project, to be committed.
        project.write('.yarnrc.yml', 'pnpEnableInlining: false\nenableGlobalCache: false\n');
        const fails = `node -e "process.exit(require('node:fs').existsSync('fails') ? 3 : 0)"`;
        project.write('package.json', { ...EXPRESS, scripts: { postinstall: fails } });
        install(project);
        assert.equal(project.has('.pnp.data.json'), true);
        await swapAndUndo(project, ({ stdout }) => assert.match(stdout, /^Changed: .*, \.yarn\/cache\b/m));
        project.write('fails', '');
        const before = project.files();
        const { code, stderr } = await project.swap();
        assert.equal(code, 2);
        assert.match(stderr, /yarn install failed: .*Nothing was changed/s);
        assert.deepEqual(project.files(), before);
        assert.equal(project.evaluate(HAS_MAGLEV), 'false');
      });

      it('a folder reached through a symbolic link', async () => {
        const project = installed(home, kind, 'linked', EXPRESS);
        renameSync(project.folder, `${project.folder}-real`);
        symlinkSync(`${project.folder}-real`, project.folder);
        await swapAndUndo(project);
      });

      it('a folder that cannot be written', async (t) => {
        if (process.getuid?.() !== 0) t.diagnostic('runs as the current user');
        const project = installed(home, kind, 'read-only', EXPRESS);
        const before = project.files();
        for (const folder of ['.', 'node_modules'].filter((name) => project.has(name))) {
          const outcome = await swapWithoutRights(project, folder);
          assert.equal(outcome.code, 2, outcome.stderr);
          assert.match(outcome.stderr, /Cannot change .*: EACCES/);
          assert.deepEqual(project.files(), before);
        }
      });

      npm('a package whose folder cannot be written', async () => {
        const project = installed(home, kind, 'read-only-package', EXPRESS);
        chmodSync(join(project.folder, 'node_modules/qs'), 0o555);
        const outcome = await swapWithoutRights(project);
        assert.equal(outcome.code, 0, outcome.stderr);
        assert.equal(project.evaluate(HAS_MAGLEV), 'true');
        assert.equal(project.has('.maglev-swap'), false);
      });

      it('a workspace, which reports the project root', async () => {
        const project = new SwapProject(home, kind, 'inside');
        project.write('package.json', { name: 'root', private: true, workspaces: ['app'] });
        if (kind.command === 'pnpm') project.write('pnpm-workspace.yaml', 'packages:\n  - app\n');
        project.write('app/package.json', { ...EXPRESS, name: 'inner', version: '1.0.0' });
        project.run(`${kind.command} install`);
        const inner: SwapProject = Object.assign(Object.create(SwapProject.prototype), project, {
          folder: join(project.folder, 'app'),
        });
        inner.run(`${commandToAdd(kind)}${project.tarball}`);
        const before = project.files();
        for (const args of [[], ['--undo']]) {
          const { code, stderr } = await inner.swap(...args);
          assert.equal(code, 2, stderr);
          assert.match(stderr, /This is a workspace of .*inside-\S+: run maglev swap there/);
          assert.deepEqual(project.files(), before);
        }
      });

      it('a cloned project with a hostile record or journal', () => refuseHostile(home, kind));
    });
  }
}

/** `it`, or nothing for package managers that a test is not for. */
function itIf(applies: boolean): (title: string, test: () => Promise<void>) => void {
  return applies ? it : () => {};
}

function install(project: SwapProject): void {
  const { kind, tarball } = project;
  project.run(`${kind.command} install`);
  project.run(`${commandToAdd(kind)}${tarball}`);
}

/** The same for a dependency of the project, with its name. */
function commandToSave({ command }: Kind, name: string): string {
  return { npm: 'npm install ', pnpm: 'pnpm add ', yarn: `yarn add ${name}@` }[command];
}

/** The command that installs exactly what the lockfile says. */
function installFrozen({ command, title }: Kind): string {
  if (command === 'npm') return 'npm ci';
  const isBerry = command === 'yarn' && title !== 'yarn 1';
  return `${command} install ${isBerry ? '--immutable' : '--frozen-lockfile'}`;
}

/** The command that adds the tarball whose path follows it. */
function commandToAdd({ command }: Kind): string {
  const commands = {
    npm: 'npm install --save-dev ',
    pnpm: 'pnpm add --save-dev ',
    yarn: 'yarn add --dev maglev@file:',
  };
  return commands[command];
}

function installed(home: string, kind: Kind, name: string, manifest: object): SwapProject {
  const project = new SwapProject(home, kind, name);
  project.write('package.json', manifest);
  install(project);
  return project;
}

/** A project whose lockfile has older releases than the ranges allow, as after some time. */
function installedOlder(
  home: string,
  kind: Kind,
  name: string,
  others: Record<string, string> = {},
): SwapProject {
  const project = new SwapProject(home, kind, name);
  project.write('package.json', { ...EXPRESS, dependencies: { express: '4.18.2', ...others } });
  project.run(`${kind.command} install`);
  const locked = /(?<=^"?express@(npm:)?|"express": "|specifier: |express: "(npm:)?)4\.18\.2(?=[":\n])/gm;
  const own = /(?<="debug": ")2\.6\.8(?=",?\n)/;
  project.write(kind.lock, project.read(kind.lock).replace(locked, '^4.18.0').replace(own, '^2.6.8'));
  const ranges = Object.entries(others).map(([other, version]) => [other, `^${version}`]);
  project.write('package.json', {
    ...EXPRESS,
    dependencies: { ...EXPRESS.dependencies, ...Object.fromEntries(ranges) },
  });
  project.run(`${commandToAdd(kind)}${project.tarball}`);
  assert.equal(project.evaluate(VERSION), '4.18.2');
  return project;
}

async function swapOnce(project: SwapProject): Promise<Outcome> {
  const swapped = await project.swap();
  assert.equal(swapped.code, 0, swapped.stderr);
  return swapped;
}

/** Nothing is left of a swap, and the lockfile is complete. */
function assertSound(project: SwapProject, version: string): void {
  assert.equal(project.evaluate(VERSION), version);
  const named = Object.entries(project.files()).filter((entry) => entry.join('\n').includes('maglev-swap/'));
  assert.deepEqual(
    named.map(([file]) => file),
    [],
  );
  const lock = project.read(project.kind.lock);
  rmSync(join(project.folder, 'node_modules'), { recursive: true, force: true });
  project.run(installFrozen(project.kind));
  assert.equal(project.read(project.kind.lock), lock);
  assert.equal(project.evaluate(VERSION), version);
}

/** Swaps, checks, and undoes it. Everything is restored. */
async function swapAndUndo(
  project: SwapProject,
  look?: (swapped: Outcome) => void,
  flags: readonly string[] = [],
): Promise<void> {
  const before = project.files();
  assert.equal(project.evaluate(HAS_MAGLEV), 'false');
  const swapped = await project.swap(...flags);
  assert.equal(swapped.code, 0, swapped.stderr);
  assert.match(swapped.stdout, /^express 4\.\d+\.\d+ is now provided by maglev 5\.0\.0 in: .*\bapp\b/m);
  assert.equal(project.evaluate(HAS_MAGLEV), 'true');
  assertAllListed(swapped, before, project.files());
  look?.(swapped);
  const undone = await project.swap('--undo');
  assert.equal(undone.code, 0, undone.stderr);
  assert.match(undone.stdout, /^express 4\.\d+\.\d+ restored in: .*\bapp\b/m);
  assert.equal(project.evaluate(HAS_MAGLEV), 'false');
  assert.deepEqual(project.files(), before);
}

/** The report lists every file of the project that has changed. */
function assertAllListed(
  { stdout }: Outcome,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): void {
  const changed = Object.keys({ ...before, ...after }).filter((file) => {
    return before[file] !== after[file] && !file.startsWith('maglev-swap/');
  });
  const [, listed = ''] = /^Changed: (.+)\. Added: maglev-swap\//m.exec(stdout) ?? [];
  const files = listed.split(', ').filter((file) => file !== '.yarn/cache');
  assert.deepEqual(files.sort(), changed.sort());
}

function addPackage(
  project: SwapProject,
  manifest: { name: string; version: string; [section: string]: unknown },
): void {
  const files = new Map([['package.json', Buffer.from(JSON.stringify(manifest))]]);
  writeFileSync(join(project.folder, `${manifest.name}.tgz`), tarballOf(files));
}

/** As a user who is not root, and cannot write to this folder of the project. */
function swapWithoutRights(project: SwapProject, folder?: string): Promise<Outcome> {
  const options = optionsFor(project.home, project.folder, project.kind);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (let path = project.home; path !== dirname(path); path = dirname(path)) openUp(path);
  if (isRoot) project.run('chown -R 65534 .');
  if (folder !== undefined) chmodSync(join(project.folder, folder), 0o555);
  return new Promise((resolve) => {
    const user = isRoot ? { uid: 65534, gid: 65534 } : {};
    const home = join(project.home, 'nobody');
    // `npm run` names the cache of the current user in the environment.
    const env = { ...options.env, HOME: home, npm_config_cache: join(home, '.npm') };
    mkdirSync(home, { recursive: true });
    chmodSync(home, 0o777);
    const { command, args } = project.command();
    execFile(command, args, { ...(options as object), ...user, env }, (error, stdout, stderr) => {
      if (folder !== undefined) chmodSync(join(project.folder, folder), 0o755);
      resolve({ code: error ? Number(error.code) : 0, stdout: String(stdout), stderr: String(stderr) });
    });
  });
}

function openUp(path: string): void {
  try {
    chmodSync(path, 0o755);
  } catch {
    // Not ours, and already readable.
  }
}

async function refuseHostile(home: string, kind: Kind): Promise<void> {
  const project = installed(home, kind, 'hostile', EXPRESS);
  const victim = join(dirname(project.folder), `victim-${kind.title.replaceAll(' ', '-')}`);
  mkdirSync(victim, { recursive: true });
  writeFileSync(join(victim, 'package.json'), '{"name":"victim"}');
  const outside = `../${victim.slice(dirname(victim).length + 1)}/package.json`;
  const valid = { maglev: '5.0.0', standIns: [], hasLegacyPeers: false, files: {}, changes: {} };
  const changed = { after: 'x', before: null };
  const journal = {
    operation: 'swap',
    process: { ...processIdOf(process.pid), pid: 1, started: 'never' },
    folders: [],
  };
  const clones: Record<string, object> = {
    'maglev-swap/swap.json': { ...valid, standIns: [outside] },
    './maglev-swap/swap.json': { ...valid, files: { [outside]: changed } },
    'maglev-swap//swap.json': { ...valid, changes: { [outside]: [{ path: ['name'], after: 'victim' }] } },
    '.maglev-swap/journal.json': { ...journal, files: [{ path: outside, existed: false }] },
  };
  const restore = project.keep('clean');
  for (const [file, content] of Object.entries(clones)) {
    restore();
    project.write(file, content);
    const before = project.files();
    for (const args of [[], ['--undo']]) {
      const { code, stderr } = await project.swap(...args);
      assert.notEqual(code, 0);
      assert.match(stderr, /which is not a plain path below the project/);
      assert.deepEqual(project.files(), before);
      assert.equal(readFileSync(join(victim, 'package.json'), 'utf8'), '{"name":"victim"}');
    }
  }
}
