import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Arguments, Command } from '../command.js';
import { Failure } from '../failure.js';
import type { Terminal } from '../terminal.js';
import { root, version } from '../version.js';
import { Manager, readText } from './manager.js';
import { editsForNpm } from './npm.js';
import { type Edits, majorOf, type Plan, type StandIn } from './plan.js';
import { editsForPnpm } from './pnpm.js';
import { HOME, SwapRecord } from './record.js';
import { filesOfStandIn, standInsOf } from './stand-in.js';
import type { User } from './survey.js';
import { tarballOf } from './tarball.js';
import { Transaction } from './transaction.js';
import { editsForYarn } from './yarn.js';

export const swap: Command = {
  name: 'swap',
  usage: '[options]',
  summary: 'puts maglev in the place of Express in a project, for all packages that use it',
  about: [
    'Puts maglev in the place of every Express in the project of this folder, under its name and in its line, and installs it',
    'with the package manager that the project has: npm, pnpm or yarn. What stands in for Express is written to the folder',
    `${HOME}, to be committed with the rest. Then every package that uses Express is asked which one it gets. If it is not`,
    'maglev of the right line, or if anything else fails, all is put back as it was.',
  ].join('\n'),
  options: {
    undo: { type: 'boolean', help: 'take maglev out again, and install what was there before' },
  },
  examples: [
    ['maglev swap', 'maglev for the project and all that it uses'],
    ['maglev swap --undo', 'Express again'],
  ],
  run,
};

const EDITS: Readonly<Record<Manager['name'], (plan: Plan) => Edits>> = {
  npm: editsForNpm,
  pnpm: editsForPnpm,
  yarn: editsForYarn,
};
/** What a package manager may write, besides its locks and what it installs. */
const WRITTEN = [
  'package.json',
  'pnpm-workspace.yaml',
  '.pnp.cjs',
  '.pnp.loader.mjs',
  '.yarn/install-state.gz',
];

/** Where yarn keeps packages within a project, if it is told to. */
const STORES = ['.yarn/cache', '.yarn/unplugged'];

async function run({ values, positionals }: Arguments, terminal: Terminal): Promise<number> {
  if (positionals.length > 0)
    throw new Failure(`maglev swap takes no files, but got ${positionals.join(', ')}.`);
  const folder = process.cwd();
  if (!existsSync(join(folder, 'package.json'))) {
    throw new Failure('There is no package.json here: run maglev swap in the folder of a project.');
  }
  const manager = new Manager(folder);
  const lines = values.undo ? undo(manager) : swapIn(manager);
  terminal.print(lines.join('\n'));
  return 0;
}

function swapIn(manager: Manager): string[] {
  const users = usersOf(manager);
  const record = SwapRecord.read(manager.folder);
  // Read now, because package managers may give this package another folder when they install.
  const maglev = version();
  if (users.every(({ express }) => express.maglev === maglev)) {
    return ['Every package here that uses Express has maglev already.', ...linesOf(users)];
  }
  const standIns = new Map<string, StandIn>();
  const tarballs = new Map<string, Buffer>();
  for (const major of new Set(users.map(({ express }) => majorOf(express.version)))) {
    const [standIn, tarball] = makeStandIn(major, users);
    standIns.set(major, standIn);
    tarballs.set(standIn.path, tarball);
  }
  const plan: Plan = { manager, users, standIns };
  const edits = EDITS[manager.name](plan);
  const files = new Set([...manager.locks, 'package.json', ...edits.keys(), ...(record?.files ?? [])]);
  const before = new Map([...files].map((file) => [file, textBefore(manager, record, file)]));

  installWith(manager, (transaction) => {
    for (const path of record?.standIns ?? []) transaction.remove(path);
    for (const [path, tarball] of tarballs) transaction.write(path, tarball);
    for (const [file, text] of edits) transaction.write(file, text);
    return () => {
      const now = manager.survey();
      assertSwapped(users, now);
      SwapRecord.write(transaction, manager.folder, { maglev, standIns: [...tarballs.keys()] }, before);
    };
  });
  return [
    ...linesOf(manager.survey()),
    '',
    `Changed: ${[...edits.keys()].join(', ')}. Made: ${HOME}/, which belongs to the project from now on.`,
    'maglev swap --undo takes it back; maglev swap again includes packages that are added later.',
  ];
}

function undo(manager: Manager): string[] {
  const record = SwapRecord.read(manager.folder);
  if (record === null) {
    throw new Failure(`There is no ${HOME}/swap.json here: maglev swap has changed nothing in this folder.`);
  }
  const texts = new Map(record.files.map((file) => [file, record.textBefore(file)]));
  installWith(manager, (transaction) => {
    for (const [file, text] of texts) {
      if (text === undefined) transaction.remove(file);
      else transaction.write(file, text);
    }
    record.remove(transaction);
    return () => {
      const left = manager.survey().filter(({ express }) => express.maglev !== undefined);
      if (left.length > 0) {
        throw new Failure(`${left.map(({ name }) => name).join(', ')} would still have maglev.`);
      }
    };
  });
  return linesOf(manager.survey());
}

/** Prepares files, installs, and lets them stand if what `prepare` gives does not throw. */
function installWith(manager: Manager, prepare: (transaction: Transaction) => () => void): void {
  const projects = manager.projects();
  const transaction = new Transaction(manager.folder);
  try {
    for (const file of [...manager.locks, ...WRITTEN]) transaction.keep(file);
    const verify = prepare(transaction);
    for (const project of projects) transaction.moveAside(join(project, 'node_modules'));
    for (const name of STORES) transaction.copyAside(join(manager.folder, name));
    manager.install();
    verify();
    transaction.commit();
  } catch (error) {
    transaction.rollBack();
    if (!(error instanceof Failure)) throw error;
    throw new Failure(`${error.message} Nothing was changed.`, error.detail);
  }
}

function usersOf(manager: Manager): User[] {
  const users = manager.survey();
  if (users.length > 0) return users;
  const isInstalled = ['node_modules', '.pnp.cjs'].some((name) => existsSync(join(manager.folder, name)));
  throw new Failure(
    isInstalled
      ? 'Nothing that is installed here uses Express.'
      : `Nothing is installed here: run "${manager.name} install" first.`,
  );
}

function makeStandIn(major: string, users: readonly User[]): [StandIn, Buffer] {
  const known = standInsOf(root).get(major);
  if (known === undefined) {
    const { name, express } = users.find((user) => majorOf(user.express.version) === major)!;
    throw new Failure(`${name} uses Express ${express.version}, which maglev has no line for.`);
  }
  const files = filesOfStandIn(root, major);
  const tarball = tarballOf(files);
  const standIn: StandIn = {
    major,
    version: known.version,
    path: `${HOME}/express-${known.version}-maglev-${known.maglev}.tgz`,
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    manifest: JSON.parse(String(files.get('package.json'))),
  };
  return [standIn, tarball];
}

/** What a file was before the first swap, as far as that can be told. */
function textBefore(manager: Manager, record: SwapRecord | null, file: string): string | undefined {
  return record === null ? readText(manager.folder, file) : record.textBefore(file);
}

/** Throws unless each user has maglev of the line that it had. */
function assertSwapped(before: readonly User[], now: readonly User[]): void {
  const lines = new Map<string, Set<string>>();
  for (const { name, express } of before) {
    if (!lines.has(name)) lines.set(name, new Set());
    lines.get(name)!.add(majorOf(express.version));
  }
  for (const { name, express } of now) {
    const isRight = lines.get(name)?.has(majorOf(express.version)) ?? true;
    if (express.maglev === undefined || !isRight) {
      const got = `${express.maglev === undefined ? 'Express' : 'maglev for Express'} ${express.version}`;
      throw new Failure(`${name} would get ${got}.`);
    }
  }
  const lost = before.find(({ name }) => !now.some((user) => user.name === name));
  if (lost !== undefined) throw new Failure(`${lost.name} would get no Express.`);
}

/** Who has what. */
function linesOf(users: readonly User[]): string[] {
  const names = new Map<string, Set<string>>();
  for (const { name, express } of users) {
    const copy = `express ${express.version}${express.maglev === undefined ? '' : ` is maglev ${express.maglev}`}`;
    if (!names.has(copy)) names.set(copy, new Set());
    names.get(copy)!.add(name);
  }
  return [...names].sort().map(([copy, those]) => `${copy}, for ${[...those].join(', ')}`);
}
