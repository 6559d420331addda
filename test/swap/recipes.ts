// The commands of docs/swapping-in.md for putting maglev in the place of Express, run literally, with each package manager, in
// projects that were installed with Express before; and the first steps of docs/getting-started.md.
//   node --import tsx --test-reporter=spec test/swap/recipes.ts [name of a manager ...]
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { blocksOf } from '../../.build/docs/markdown.js';
import { oracleOf } from '../../.build/oracle.js';
import { addUsers, SEEN, SHOW } from './users.js';

interface Kind {
  readonly title: string;
  /** The command, as it is called on the page. */
  readonly command: 'npm' | 'pnpm' | 'yarn';
  /** What to install to have it. */
  readonly package: string;
  /** Its programs, by the names under which they are started. */
  readonly programs: Readonly<Record<string, string>>;
  /** Files that tell it how to work. */
  readonly files?: Readonly<Record<string, string>>;
  /** The command that runs Node so that it finds the packages. */
  readonly node?: readonly string[];
  readonly lock: string;
}

const YARN = { command: 'yarn', lock: 'yarn.lock' } as const;
const BERRY = {
  ...YARN,
  package: '@yarnpkg/cli-dist@4',
  programs: { yarn: '@yarnpkg/cli-dist/bin/yarn.js' },
} as const;
const npm = (major: number): Kind => ({
  title: `npm ${major}`,
  command: 'npm',
  package: `npm-${major}@npm:npm@${major}`,
  programs: { npm: `npm-${major}/bin/npm-cli.js`, npx: `npm-${major}/bin/npx-cli.js` },
  lock: 'package-lock.json',
});
const KINDS: readonly Kind[] = [
  npm(10),
  npm(11),
  {
    title: 'pnpm 10',
    command: 'pnpm',
    package: 'pnpm-10@npm:pnpm@10',
    programs: { pnpm: 'pnpm-10/bin/pnpm.cjs' },
    lock: 'pnpm-lock.yaml',
  },
  {
    title: 'pnpm 12',
    command: 'pnpm',
    package: 'pnpm-12@npm:pnpm@12',
    programs: { pnpm: 'pnpm-12/pnpm' },
    lock: 'pnpm-lock.yaml',
  },
  { ...YARN, title: 'yarn 1', package: 'yarn-1@npm:yarn@1', programs: { yarn: 'yarn-1/bin/yarn.js' } },
  {
    ...BERRY,
    title: 'yarn 4 with node_modules',
    files: { '.yarnrc.yml': 'nodeLinker: node-modules\n', 'yarn.lock': '' },
  },
  { ...BERRY, title: 'yarn 4', node: ['yarn', 'node'], files: { 'yarn.lock': '' } },
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/swapping-in.md'), 'utf8');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const wanted = process.argv.slice(2);
const kinds = KINDS.filter(({ title }) => wanted.length === 0 || wanted.some((word) => title.includes(word)));

describe('the commands of docs/swapping-in.md', {
  skip: process.platform === 'win32' && 'starts scripts',
}, () => {
  const home = mkdtempSync(join(tmpdir(), 'maglev-swap-'));
  after(() => rmSync(home, { recursive: true, force: true }));
  before(() => {
    // dist/ has been built by whoever runs this.
    execFileSync(process.execPath, ['--import', 'tsx', '.build/lines.ts', join(home, 'maglev')], {
      cwd: root,
    });
    mkdirSync(join(home, 'tools'));
    writeFileSync(join(home, 'tools/package.json'), '{ "private": true }');
    const packages = [...new Set(kinds.map((kind) => kind.package))];
    const settings = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...settings, ...packages], { cwd: join(home, 'tools') });
  });

  for (const kind of kinds) {
    describe(`with ${kind.title}`, () => declareRecipe(home, kind, recipeOf(kind.command)));
    if (kind.command !== 'npm') continue;
    it(`with ${kind.title} alone`, () => installAlone(home, kind));
    it(`with ${kind.title}, from an empty folder on`, () => followFirstSteps(home, kind));
    it(`with ${kind.title}, again after something was added`, () => swapAgain(home, kind));
  }
});

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

  it('maglev register, which gives an option for all programs', () => {
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

  it(`${kind.command} install, again and elsewhere`, () => {
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

/** Where there is one Express for all, npm needs no help. */
function installAlone(home: string, kind: Kind): void {
  const { run } = userOf(home, 'alone', kind, ['uses']);
  const [command] = /^npm install express@file:.*$/m.exec(page) ?? [''];
  const [check] = /(?<=^`)node -p .*?(?=` says)/m.exec(page) ?? [''];
  run('npm install');
  assert.equal(run(check), 'undefined\n');
  run(command);
  assert.equal(run(check), `${manifest.version}\n`);
  const seen = run(`node -p "JSON.stringify(require('uses'))"`);
  assert.deepEqual(JSON.parse(seen), SEEN.swapped(manifest.version).uses);
}

/** All commands of docs/getting-started.md behind the clone, up to the change of the import, as they stand there. */
function followFirstSteps(home: string, kind: Kind): void {
  const folder = join(home, 'first', kind.title.replaceAll(' ', '-'));
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(home, 'maglev'), join(folder, 'maglev'));
  const blocks = blocksOf('docs/getting-started.md');
  const steps = blocks
    .slice(
      1,
      blocks.findIndex(({ language }) => language === 'diff'),
    )
    .flatMap((block) => {
      const file = /^file: (.+)$/.exec(block.note)?.[1];
      if (file) return [`cat > ${file} <<'END'\n${block.text}\nEND`];
      return block.language === 'sh' ? [block.text] : [];
    });
  const printed = shell(home, folder, kind, ['set -e', 'cd maglev', ...steps].join('\n'));
  assert.match(printed, /the same answers/);
}

/** What is added later is included by another swap, and stays when that is taken back. */
function swapAgain(home: string, kind: Kind): void {
  const { run } = userOf(home, 'again', kind, []);
  const { install, swap, undo } = recipeOf('npm');
  const newer = () => JSON.parse(run(`node -p "JSON.stringify(require('newer'))"`));
  for (const command of ['npm install', install, swap, 'npm install ./packages/newer.tgz']) run(command);
  assert.deepEqual(newer(), SEEN.original.newer);
  run(swap);
  assert.deepEqual(newer(), SEEN.swapped(manifest.version).newer);
  run(undo);
  assert.deepEqual(newer(), SEEN.original.newer);
}

/** Somebody with a project on Express 4 that uses some of the packages. */
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

interface Recipe {
  readonly install: string;
  readonly swap: string;
  readonly show: string;
  readonly undo: string;
}

/** The row of the table for a package manager. */
function recipeOf(command: string): Recipe {
  const row = new RegExp(`^\\| ${command} \\|(.*)\\|$`, 'm').exec(page);
  const cells = (row?.[1] ?? '').split('|').map((cell) => /`(.+)`/.exec(cell)?.[1] ?? '');
  const [install = '', swap = '', show = '', undo = ''] = cells;
  assert.ok(install && swap && show && undo, `The page has no commands for ${command}.`);
  return { install, swap, show, undo };
}

/** Runs a command as somebody does who has this package manager, and keeps what it stores out of their home. */
function shell(home: string, cwd: string, kind: Kind, command: string): string {
  const { npm_config_user_agent, npm_execpath, NODE_OPTIONS, ...env } = process.env;
  const store = (name: string) => join(home, 'store', name);
  return execFileSync('sh', ['-c', command], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...env,
      PATH: `${programsOf(home, kind)}${delimiter}${env.PATH}`,
      npm_config_prefer_offline: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_yes: 'true',
      YARN_ENABLE_TELEMETRY: '0',
      YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
      ...(kind.title === 'yarn 1'
        ? { YARN_CACHE_FOLDER: store('yarn-1') }
        : { YARN_GLOBAL_FOLDER: store('yarn') }),
      XDG_CACHE_HOME: store('cache'),
      XDG_CONFIG_HOME: store('config'),
      XDG_DATA_HOME: store('data'),
      XDG_STATE_HOME: store('state'),
    },
  });
}

/** A folder with the programs of a package manager, under the names by which people call them. */
function programsOf(home: string, { title, programs }: Kind): string {
  const folder = join(home, 'bin', title.replaceAll(' ', '-'));
  mkdirSync(folder, { recursive: true });
  for (const [name, path] of Object.entries(programs)) {
    const file = join(home, 'tools/node_modules', path);
    const start = /\.[cm]?js$/.test(path) ? `"${process.execPath}" "${file}"` : `"${file}"`;
    writeFileSync(join(folder, name), `#!/bin/sh\nexec ${start} "$@"\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}
