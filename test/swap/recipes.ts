import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { oracleOf } from '../../.build/oracle.js';
import { tarballOf } from '../../src/cli/swap/tarball.js';
import { type Kind, root, shell } from './managers.js';
import { firstSteps, type Recipe, recipeOf, singleInstall } from './page.js';
import { addUsers, PROGRAM, SEEN, SHOW } from './users.js';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Runs the commands of docs/swapping-in.md for replacing Express, and the first steps of docs/getting-started.md, unchanged. */
export function declareRecipes(home: string, kinds: readonly Kind[]): void {
  describe('the commands of docs/swapping-in.md', () => {
    for (const kind of kinds) {
      describe(`with ${kind.title}`, () => declareRecipe(home, kind, recipeOf(kind.command)));
      it(`with ${kind.title}, again after a package was added`, () => swapAgain(home, kind));
      it(`with ${kind.title}, again after a package was updated`, () => update(home, kind));
      it(`with ${kind.title}, again after the project was upgraded`, () => upgrade(home, kind));
      if (kind.command !== 'npm') continue;
      it(`with ${kind.title}, only the install command`, () => installAlone(home, kind));
      it(`with ${kind.title}, from an empty folder`, () => followFirstSteps(home, kind));
    }
  });
}

function declareRecipe(home: string, kind: Kind, { install, swap, show, undo }: Recipe): void {
  let user: ReturnType<typeof userOf>;
  const run = (command: string) => user.run(command);
  const program = [...(kind.node ?? ['node']), 'show.cjs'].join(' ');
  const seen = () => JSON.parse(run(program));
  const read = (file: string) => readFileSync(join(user.project, file), 'utf8');
  let untouched: string[];

  before(() => {
    user = userOf(home, 'swap', kind, ['uses', 'pins', 'newer']);
    const files = { 'show.cjs': SHOW, ...kind.files };
    for (const [file, text] of Object.entries(files)) writeFileSync(join(user.project, file), text);
    run(`${kind.command} install`);
    assert.deepEqual(seen(), SEEN.original);
  });

  it(install, () => {
    run(install);
    assert.deepEqual(seen(), SEEN.original);
    untouched = ['package.json', kind.lock].map(read);
  });

  it('maglev register, which prints an option for all programs', () => {
    const command = kind.node ? 'yarn maglev register' : 'npx maglev register';
    const shown = run(`NODE_OPTIONS="$(${command})" ${program}`);
    assert.deepEqual(JSON.parse(shown), SEEN.swapped(manifest.version));
    assert.equal(run(`option="$(${command})" && cd / && NODE_OPTIONS="$option" node -p 1`), '1\n');
  });

  it(swap, () => {
    run(swap);
    assert.deepEqual(seen(), SEEN.swapped(manifest.version));
  });

  it(show, () => {
    const versions = [...run(show).matchAll(/\bexpress[@-](\d+\.\d+\.\d+)/g)].map(([, version]) => version);
    assert.deepEqual(new Set(versions), new Set([oracleOf('4').version, oracleOf('5').version]));
  });

  it(`${kind.command} install, again, and in another folder`, () => {
    run(`${kind.command} install`);
    rmSync(join(user.project, 'node_modules'), { recursive: true, force: true });
    run(kind.command === 'npm' ? 'npm ci' : `${kind.command} install`);
    assert.deepEqual(seen(), SEEN.swapped(manifest.version));
  });

  it(undo, () => {
    run(undo);
    assert.deepEqual(seen(), SEEN.original);
    assert.deepEqual(['package.json', kind.lock].map(read), untouched);
  });
}

/** If a project has a single Express, npm needs no overrides. */
function installAlone(home: string, kind: Kind): void {
  const { run } = userOf(home, 'alone', kind, ['uses']);
  const { install, check } = singleInstall();
  run('npm install');
  assert.equal(run(check), 'undefined\n');
  run(install);
  assert.equal(run(check), `${manifest.version}\n`);
  const seen = run(`node -p "JSON.stringify(require('uses'))"`);
  assert.deepEqual(JSON.parse(seen), SEEN.swapped(manifest.version).uses);
}

/** All commands of docs/getting-started.md after the clone, up to the change of the import, unchanged. */
function followFirstSteps(home: string, kind: Kind): void {
  const folder = join(home, 'first', kind.title.replaceAll(' ', '-'));
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(home, 'maglev'), join(folder, 'maglev'));
  const steps = firstSteps().flatMap((block) => {
    const file = /^file: (.+)$/.exec(block.note)?.[1];
    if (file) return [`cat > ${file} <<'END'\n${block.text}\nEND`];
    return block.language === 'sh' ? [block.text] : [];
  });
  const printed = shell(home, folder, kind, ['set -e', 'cd maglev', ...steps].join('\n'));
  assert.match(printed, /the same responses/);
}

/** Another swap includes packages that are added later, with the Express of their range. They stay after its undo. */
function swapAgain(home: string, kind: Kind): void {
  const { run, seen } = swapped(home, 'again', kind);
  const { swap, undo } = recipeOf(kind.command);
  run(`${ADD[kind.command]} ${kind.command === 'yarn' ? 'newer@file:' : ''}./packages/newer.tgz`);
  assert.deepEqual(seen('newer'), SEEN.original.newer);
  run(swap);
  assert.deepEqual(seen('newer'), SEEN.swapped(manifest.version).newer);
  assert.deepEqual(seen('uses'), SEEN.swapped(manifest.version).uses);
  run(undo);
  assert.deepEqual(seen('newer'), SEEN.original.newer);
}

/** A project that is upgraded gets the new Express, and maglev of its major from another swap. */
function upgrade(home: string, kind: Kind): void {
  const { run, seen } = swapped(home, 'upgraded', kind);
  const { swap, undo } = recipeOf(kind.command);
  run(`${ADD[kind.command]} express@^5.0.0`);
  assert.deepEqual(seen(), SEEN.original.newer);
  run(swap);
  assert.deepEqual(seen(), SEEN.swapped(manifest.version).newer);
  assert.deepEqual(seen('uses'), SEEN.swapped(manifest.version).uses);
  run(undo);
  assert.deepEqual(seen(), SEEN.original.newer);
}

/** A package of which a later version depends on another major. */
function update(home: string, kind: Kind): void {
  const { run, seen, project } = swapped(home, 'updated', kind);
  const { swap } = recipeOf(kind.command);
  const described = { name: 'uses', version: '2.0.0', dependencies: { express: '^5.0.0' } };
  const files = { 'package.json': JSON.stringify(described), 'index.js': PROGRAM };
  const contents = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  writeFileSync(join(project, 'packages/later.tgz'), tarballOf(new Map(contents)));
  run(`${ADD[kind.command]} ${kind.command === 'yarn' ? 'uses@file:' : ''}./packages/later.tgz`);
  run(swap);
  assert.deepEqual(seen('uses'), SEEN.swapped(manifest.version).newer);
  assert.deepEqual(seen(), SEEN.swapped(manifest.version).uses);
}

const ADD = { npm: 'npm install', pnpm: 'pnpm add', yarn: 'yarn add' };

/** A project on Express 4, with maglev, and what it or one of its packages gets. */
function swapped(home: string, name: string, kind: Kind) {
  const user = userOf(home, name, kind, ['uses']);
  const { install, swap } = recipeOf(kind.command);
  for (const [file, text] of Object.entries(kind.files ?? {})) writeFileSync(join(user.project, file), text);
  writeFileSync(join(user.project, 'own.cjs'), PROGRAM);
  for (const command of [`${kind.command} install`, install, swap]) user.run(command);
  const node = (kind.node ?? ['node']).join(' ');
  const seen = (place = './own.cjs') =>
    JSON.parse(user.run(`${node} -p "JSON.stringify(require('${place}'))"`));
  assert.deepEqual(seen(), SEEN.swapped(manifest.version).uses);
  return { ...user, seen };
}

/** A project on Express 4 that uses some of the packages. */
function userOf(home: string, name: string, kind: Kind, uses: readonly string[]) {
  const folder = join(home, name, kind.title.replaceAll(' ', '-'));
  const project = join(folder, 'your-project');
  mkdirSync(project, { recursive: true });
  symlinkSync(join(home, 'maglev'), join(folder, 'maglev'));
  const packages = addUsers(project);
  const dependencies = Object.fromEntries(uses.map((one) => [one, packages[one]]));
  const described = { name: 'app', dependencies: { express: '^4.18.0', ...dependencies } };
  writeFileSync(join(project, 'package.json'), JSON.stringify(described, null, 2));
  return { project, run: (command: string) => shell(home, project, kind, command) };
}
