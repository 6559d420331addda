import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { oracleOf } from '../../.build/oracle.js';
import { npm } from '../../bench/npm.js';
import type { Outcome } from '../cli/user.js';
import { addUsers, SEEN, seenBy } from '../swap/users.js';
import { filesIn, flags, manifest, Project, root } from './project.js';

/** How the reports end about a package with its own Express 4.18.2. */
const CHANGED_VERSION = `${oracleOf('4').version} in: pins. Express has changed the page of redirects, and backslashes in Location: see docs/swapping-in.md#older-releases-of-the-same-major`;

/** Of packages that maglev contains and loads, and one below Express. */
const OVERRIDES = { qs: '6.13.0', 'http-errors': '2.0.0', express: { vary: '1.1.1' } };

/** Fails, breaks an installed package, or kills its supervisor and goes on, on demand. */
const POSTINSTALL = `
  const { readFileSync, writeFileSync } = require('node:fs');
  const { FAILS, BREAKS, SURVIVES } = process.env;
  if (SURVIVES) {
    writeFileSync(SURVIVES, String(process.pid));
    const supervisor = JSON.parse(readFileSync('.maglev-swap/running.json', 'utf8'));
    process.kill(supervisor.pid, 'SIGKILL');
    setInterval(() => writeFileSync('package.json', '{}'), 1);
  }
  if (FAILS) process.exit(3);
  if (BREAKS) {
    const manifest = { name: BREAKS, version: '0.0.1', main: 'broken.js' };
    writeFileSync('node_modules/' + BREAKS + '/package.json', JSON.stringify(manifest));
    writeFileSync('node_modules/' + BREAKS + '/broken.js', 'throw new Error("It is broken.")');
  }`;

/** With npm; test/swap covers the other package managers. */
describe('maglev swap', { skip: flags.length > 0 && 'its processes have their own flags' }, () => {
  const home = mkdtempSync(join(tmpdir(), 'maglev-swap-'));
  after(() => rmSync(home, { recursive: true, force: true }));
  let project: Project;
  let untouched: Record<string, string>;
  before(() => {
    project = new Project(join(home, 'swapped'));
    const dependencies = { express: '^4.18.0', ...addUsers(project.folder) };
    const inner = { name: 'inner', version: '1.0.0', devDependencies: { express: '^5.0.0' } };
    new Project(join(project.folder, 'inner')).write('package.json', JSON.stringify(inner));
    project.write('postinstall.cjs', POSTINSTALL);
    const scripts = { postinstall: 'node postinstall.cjs' };
    project.write(
      'package.json',
      `${JSON.stringify({ name: 'app', workspaces: ['inner'], scripts, dependencies, overrides: OVERRIDES }, null, 2)}\n`,
    );
    npm(project.folder, 'install', '--prefer-offline');
    untouched = stateOf(project);
  });
  const maglev = (...args: string[]) => run(project, args);
  /** Where npm installs no development dependencies, and removes those that are installed. */
  const inProduction = (variables: object, ...args: string[]) => {
    return run(project, args, { ...variables, NODE_ENV: 'production', npm_config_omit: 'dev' });
  };

  it('prints the versions that maglev register changes, beside the option', async () => {
    const { code, stdout, stderr } = await maglev('register');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^--import=file:\S+\n$/);
    assert.equal(stderr, `express 4.18.2 runs as ${CHANGED_VERSION}\n`);
  });

  it('changes nothing when the package manager fails', async () => {
    const { code, stderr } = await run(project, ['swap'], { FAILS: '3' });
    assert.equal(code, 2);
    assert.match(stderr, /^maglev: npm install failed: .*Nothing was changed\.\n$/ms);
    assert.match(stderr, /restoring everything/);
    assert.deepEqual(stateOf(project), untouched);
  });

  it('ends a package manager whose supervisor was killed, and changes nothing', async () => {
    const file = join(home, 'pid');
    try {
      const { code, stderr } = await run(project, ['swap'], { SURVIVES: file });
      assert.equal(code, 2);
      assert.match(stderr, /^maglev: npm install failed: .*Nothing was changed\.\n$/ms);
      assert.equal(isRunning(Number(readFileSync(file, 'utf8'))), false);
      assert.deepEqual(stateOf(project), untouched);
    } finally {
      const pid = Number(readFileSync(file, 'utf8'));
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    }
  });

  it('changes nothing when Express would not work, and names the version that is wrong', async () => {
    const { code, stderr } = await run(project, ['swap'], { BREAKS: 'path-to-regexp' });
    assert.equal(code, 2);
    const problem = `express ${oracleOf('4').version} would not work in app: It is broken`;
    const cause = `It got path-to-regexp 0.0.1 and needs ${oracleOf('4').dependencies['path-to-regexp']}`;
    assert.equal(stderr.split('\n').at(-2), `maglev: ${problem}. ${cause}. Nothing was changed.`);
    assert.deepEqual(stateOf(project), untouched);
  });

  it('changes nothing when npm would report a new problem', async () => {
    const { code, stderr } = await run(project, ['swap'], { BREAKS: 'cookie-signature' });
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^maglev: npm would report: invalid: cookie-signature@0\.0\.1 .*Nothing was changed\.$/m,
    );
    assert.deepEqual(stateOf(project), untouched);
  });

  it('installs in the project even if npm is set to install globally', async () => {
    const prefix = join(home, 'global');
    const settings = { npm_config_global: 'true', npm_config_prefix: prefix };
    const { stderr } = await run(project, ['swap'], { BREAKS: 'path-to-regexp', ...settings });
    assert.match(stderr, /It got path-to-regexp 0\.0\.1 and needs .* Nothing was changed\.\n$/);
    assert.equal(existsSync(prefix), false);
    assert.deepEqual(stateOf(project), untouched);
  });

  it('gives each package maglev of its major version, and prints each step and the changes', async () => {
    project.write('hook.cjs', '');
    // Programs that start elsewhere would not find it.
    const { code, stdout, stderr } = await inProduction({ NODE_OPTIONS: '--require ./hook.cjs' }, 'swap');
    rmSync(join(project.folder, 'hook.cjs'));
    assert.equal(code, 0, stderr);
    const provided = (major: string, names: string) => {
      return `express ${oracleOf(major).version} is now provided by maglev ${manifest.version} in: ${names}`;
    };
    assert.deepEqual(stdout.split('\n').slice(0, 3), [
      provided('4', 'app, pins, uses'),
      provided('5', 'inner, newer'),
      `express 4.18.2 became ${CHANGED_VERSION}`,
    ]);
    assert.match(stdout, /^overrides\.qs \(6\.13\.0\) no longer has an effect on Express: maglev contains/m);
    assert.match(stdout, /^overrides\.express\.vary \(1\.1\.1\) was removed, because npm cannot/m);
    assert.doesNotMatch(stdout, /http-errors/);
    assert.match(
      stdout,
      /^Changed: package\.json, package-lock\.json, inner\/package\.json\. Added: maglev-swap\/,/m,
    );
    for (const step of ['looking for', 'backing up', 'installing with npm', 'running']) {
      assert.match(stderr, new RegExp(`^ *\\d+\\.\\d s {2}${step}`, 'm'));
    }
    assert.deepEqual(seenBy(project.folder), SEEN.swapped(manifest.version));
  });

  it('does nothing the second time', async () => {
    const { code, stdout } = await maglev('swap');
    assert.equal(code, 0);
    assert.match(stdout, /^Every package in this project that uses Express already uses maglev\.\n/);
  });

  it('writes a lost or changed replacement again', async () => {
    const home = join(project.folder, 'maglev-swap');
    const [first = '', second = ''] = readdirSync(home).filter((name) => name.endsWith('.tgz'));
    const bytes = () => [first, second].map((name) => readFileSync(join(home, name)));
    const written = bytes();
    rmSync(join(home, first));
    project.write(`maglev-swap/${second}`, 'changed');
    const { code, stdout, stderr } = await maglev('swap');
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^Lost or changed, and written again: maglev-swap\/express-.*, maglev-swap\/express-/m,
    );
    assert.deepEqual(bytes(), written);
  });

  it('names what is missing if only the installed packages, or only package.json, are those of the swap', async () => {
    const swapped = ['package.json', 'inner/package.json', 'maglev-swap/swap.json'].map((file) => {
      return [file, readFileSync(join(project.folder, file), 'utf8')] as const;
    });
    rmSync(join(project.folder, 'maglev-swap/swap.json'));
    for (const args of [['swap'], ['swap', '--undo']]) {
      const { code, stderr } = await maglev(...args);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /maglev-swap\/swap\.json is missing, but line \d+ of package\.json, .* of inner\/package/,
      );
    }
    for (const [file] of swapped.slice(0, 2)) project.write(file, untouched[file]!);
    for (const args of [['swap'], ['swap', '--undo']]) {
      const { code, stderr } = await maglev(...args);
      assert.equal(code, 1);
      assert.match(stderr, /those of a swap, but package\.json does not name maglev.*Run "npm install"/);
    }
    for (const [file, text] of swapped) project.write(file, text);
  });

  it('--undo restores the previous state, and keeps later changes', async () => {
    const changed = JSON.parse(readFileSync(join(project.folder, 'package.json'), 'utf8'));
    project.write('package.json', `${JSON.stringify({ ...changed, license: 'MIT' }, null, 2)}\n`);
    const { code, stdout, stderr } = await inProduction({}, 'swap', '--undo');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^express 4\.18\.2 restored in: pins\n/);
    assert.deepEqual(seenBy(project.folder), SEEN.original);
    const { license, ...rest } = JSON.parse(readFileSync(join(project.folder, 'package.json'), 'utf8'));
    assert.equal(license, 'MIT');
    assert.equal(`${JSON.stringify(rest, null, 2)}\n`, untouched['package.json']);
    assert.equal(existsSync(join(project.folder, 'maglev-swap')), false);
  });

  it('--undo leaves a project without a lockfile as it was, also if the list of npm is incomplete', async () => {
    const unlocked = new Project(join(home, 'unlocked'));
    unlocked.write(
      'package.json',
      '{\n  "name": "unlocked",\n  "dependencies": { "express": "4.18.2" }\n}\n',
    );
    npm(unlocked.folder, 'install', '--prefer-offline', '--no-package-lock');
    const before = stateOf(unlocked);
    assert.equal('package-lock.json' in before, false);
    const swapped = await run(unlocked, ['swap']);
    assert.equal(swapped.code, 0, swapped.stderr);
    assert.equal(existsSync(join(unlocked.folder, 'package-lock.json')), false);
    unlocked.write('node_modules/.package-lock.json', '{"packages":{"node_mod');
    const undone = await run(unlocked, ['swap', '--undo']);
    assert.equal(undone.code, 0, undone.stderr);
    const { installed: _, ...files } = stateOf(unlocked);
    const { installed: __, ...filesBefore } = before;
    assert.deepEqual(files, filesBefore);
  });

  it('reports what is missing', async () => {
    const empty = new Project(join(home, 'empty'));
    const failed = async (...args: string[]) => (await run(empty, args)).stderr;
    assert.match(await failed('swap'), /^maglev: There is no package\.json here/);
    empty.write('package.json', '{}');
    assert.match(await failed('swap'), /^maglev: Nothing is installed here: run "npm install" first\.\n$/m);
    assert.match(await failed('swap', '--undo'), /^maglev: maglev-swap\/swap\.json not found/m);
    assert.match(await failed('swap', 'app.js'), /^maglev: maglev swap takes no files, but got app\.js\.\n$/);
    new Project(join(empty.folder, 'node_modules/old')).write(
      'package.json',
      '{ "name": "old", "dependencies": { "express": "2" } }',
    );
    assert.match(await failed('swap'), /uses an Express that can be replaced\.\n$/);
    new Project(join(empty.folder, 'node_modules/express')).write('package.json', '{ "version": "2.5.11" }');
    assert.match(
      await failed('swap'),
      /can be replaced: express 2\.5\.11 is of a major version that maglev does not support\.\n$/,
    );
  });
});

function run({ folder }: Project, args: readonly string[], variables: object = {}): Promise<Outcome> {
  const command = join(root, manifest.bin.maglev);
  const { npm_config_user_agent, npm_execpath, ...env } = process.env;
  const options = { cwd: folder, env: { ...env, ...variables, npm_config_prefer_offline: 'true' } };
  return new Promise((settle) => {
    execFile(process.execPath, [command, ...args], options, (error, stdout, stderr) => {
      settle({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/** A zombie is not running, but has an identifier. */
function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  try {
    process.kill(pid, 0);
    return !existsSync(stat) || !readFileSync(stat, 'utf8').includes(') Z');
  } catch {
    return false;
  }
}

/** The files of a project, and a digest of all that is installed. */
function stateOf({ folder }: Project): Record<string, string> {
  const read = (path: string) => readFileSync(join(folder, path));
  const own = filesIn(folder).map((path) => [path, read(path).toString('latin1')]);
  const installed = createHash('sha256');
  for (const path of filesIn(join(folder, 'node_modules'))) {
    installed.update(path).update(read(join('node_modules', path)));
  }
  return { ...Object.fromEntries(own), installed: installed.digest('hex') };
}
