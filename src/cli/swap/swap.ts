import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.js';
import { root, version } from '../version.js';
import { changeProject } from './change.js';
import { containedIn } from './contained.js';
import { digestOf } from './digest.js';
import { HOME } from './home.js';
import { ignoredByGit } from './ignored.js';
import { assertNoLinks } from './journal.js';
import { withLines } from './lines.js';
import { type Manager, readText } from './manager.js';
import { replaceFile } from './moves.js';
import { editsForNpm, mainReplacement, withCopies } from './npm.js';
import type { OtherChange } from './npm-changes.js';
import { graftedLines, packagesOf } from './npm-lock.js';
import { ineffective, type Override, overridesOf, plainOverrides, removedFrom } from './overrides.js';
import { makeFolder } from './owners.js';
import { PNPM_WORKSPACE, placeInside } from './paths.js';
import { type Edits, lineOf, PackageJson, type Plan, type Replacement } from './plan.js';
import { editsForPnpm } from './pnpm.js';
import { SwapRecord } from './record.js';
import { filesOfReplacement, replacementsOf } from './replacement.js';
import type { Steps } from './steps.js';
import type { Survey } from './survey.js';
import { tarballOf } from './tarball.js';
import type { Transaction } from './transaction.js';
import { assertForksKept, assertSwapped } from './verify.js';
import {
  assertNotAhead,
  assertRecorded,
  isDigest,
  lostFailure,
  lostOf,
  type Naming,
  namings,
} from './whole.js';
import { editsForYarn } from './yarn.js';

/** The result of a swap. */
export interface Swapped {
  /** False if there was nothing to do. */
  readonly isNew: boolean;
  readonly before: Survey;
  readonly after: Survey;
  /** The files that were changed, except installed packages and those of maglev. */
  readonly files: readonly string[];
  /** The replacements that git would not commit. */
  readonly ignored: readonly string[];
  /** The replacements that were lost and have been written again. */
  readonly written: readonly string[];
  /** The overrides of the project that no longer have an effect on Express. */
  readonly ineffective: readonly Override[];
  /** Those below Express that had to be removed. */
  readonly removed: readonly Override[];
  /** What packages other than Express became, for those that depend on them. */
  readonly others: readonly OtherChange[];
}

const EDITS: Readonly<Record<Manager['name'], (plan: Plan) => Edits>> = {
  npm: editsForNpm,
  pnpm: editsForPnpm,
  yarn: editsForYarn,
};

export async function swapIn(given: Manager, steps: Steps): Promise<Swapped> {
  const { folder } = given;
  steps.begin('looking for the packages that use Express');
  const found = await surveyed(given);
  const record = SwapRecord.read(folder);
  const maglev = version();
  const named = await namings(given);
  const isSwapped = found.users.every(({ express }) => express.maglev === maglev);
  if (isSwapped) assertNotAhead(given, record, named);
  const before = withLines(given, record, found);
  if (isSwapped && before.users.every(({ line }) => line === undefined))
    return repair(given, record, before, named);
  assertRecorded(given, record, named);
  record?.assertOriginals();
  // Read now, as the version: a package manager may move this package when it installs.
  const made = replacementsFor(before);
  const contained = new Set([...made.keys()].flatMap((major) => [...containedIn(root, major)]));
  const { problems, hasLegacyPeers } = await given.inspect();
  const manager = hasLegacyPeers ? given.withLegacyPeers() : given;
  let overrides: readonly Override[] = [];
  let removed: readonly Override[] = [];
  let others: readonly OtherChange[] = [];
  const after = await changeProject(
    manager,
    steps,
    'swap',
    record,
    before,
    problems,
    async (transaction, running) => {
      const hadLock = manager.locks.some((file) => existsSync(join(folder, file)));
      const texts = new Map(
        (await filesOf(running, record)).map((file) => {
          return [file, record === null ? readText(folder, file) : record.textBefore(file)];
        }),
      );
      const derived = new Set([...texts.keys()].filter((file) => record?.isDerived(file)));
      overrides = overridesOf(manager.name, texts);
      const replacements = new Map([...made].map(([major, { replacement }]) => [major, replacement]));
      const plan = await withClosures(
        { manager: running, users: before.users, replacements },
        transaction,
        made,
        steps,
      );
      for (const path of record?.replacements ?? []) transaction.remove(path);
      for (const { replacement, tarball } of made.values()) transaction.write(replacement.path, tarball);
      for (const [file, text] of EDITS[manager.name](plan)) transaction.write(file, text);
      const edited = new Map([...texts.keys()].map((file) => [file, readText(folder, file)]));
      removed = removedFrom(overrides, overridesOf(manager.name, edited));
      return (now) => {
        assertForksKept(before, now);
        assertSwapped(before, now.users);
        // npm is configured to write no lockfile.
        if (manager.name === 'npm' && !hadLock) transaction.remove('package-lock.json');
        const paths = [...replacements.values()].map(({ path }) => path);
        const digests = Object.fromEntries(
          [...made.values()].map(({ replacement, tarball }) => [replacement.path, digestOf(tarball)]),
        );
        const { hasLegacyPeers } = manager;
        const described = { maglev, standIns: paths, digests, hasLegacyPeers };
        const written = SwapRecord.write(transaction, folder, described, texts, derived);
        others = written.otherChanges;
        if (record !== null) written.removeOriginalsOf(record, transaction);
      };
    },
  );
  const paths = [...made.values()].map(({ replacement }) => replacement.path);
  const users = new Set(before.users.map(({ name }) => name));
  return {
    isNew: true,
    before,
    ...after,
    ignored: ignoredByGit(folder, paths),
    written: [],
    ineffective: ineffective(
      overrides.filter((one) => !removed.includes(one)),
      users,
      contained,
    ),
    removed,
    others,
  };
}

/** For a project that uses this maglev already: writes the tarballs that are missing. */
function repair(
  manager: Manager,
  record: SwapRecord | null,
  survey: Survey,
  named: readonly Naming[],
): Swapped {
  const written = writeLost(manager, record, survey, named);
  assertRecorded(manager, record, named);
  return {
    isNew: false,
    before: survey,
    after: survey,
    files: [],
    ignored: ignoredByGit(manager.folder, record?.replacements ?? []),
    written,
    ineffective: [],
    removed: [],
    others: [],
  };
}

async function surveyed(manager: Manager): Promise<Survey> {
  const survey = await manager.survey();
  if (survey.users.length > 0) return survey;
  const isInstalled = ['node_modules', '.pnp.cjs'].some((name) => existsSync(join(manager.folder, name)));
  const left = survey.leftAlone.map(({ name, version, why }) => `${name} ${version} is ${why}`);
  throw new Failure(
    isInstalled
      ? `No installed package uses an Express that can be replaced${left.length > 0 ? `: ${left.join(', ')}` : ''}.`
      : `Nothing is installed here: run "${manager.name} install" first.`,
  );
}

/** The files that a swap may change, and those that an earlier swap changed. */
async function filesOf(manager: Manager, record: SwapRecord | null): Promise<string[]> {
  const files = manager.manifestsAndLocks(await manager.projects());
  return [...new Set([...files, PNPM_WORKSPACE, ...(record?.files ?? [])])];
}

interface Made {
  readonly replacement: Replacement;
  readonly tarball: Buffer;
}

/** Writes tarballs that are lost, without which nobody can install the project. Returns their paths. */
function writeLost(
  manager: Manager,
  record: SwapRecord | null,
  survey: Survey,
  named: readonly Naming[],
): string[] {
  const { folder } = manager;
  const lost = lostOf(folder, record, named);
  if (lost.length === 0) return [];
  const made = [...replacementsFor(survey).values()];
  const found = lost.map((path) => {
    const own = made.find(({ replacement, tarball }) => {
      return replacement.path === path && isDigest(record?.digestOf(path), tarball);
    });
    if (own === undefined) {
      assertRecorded(manager, record, named);
      throw lostFailure(manager, path, named);
    }
    return { place: placeInside(folder, path, 'maglev swap would have to write'), tarball: own.tarball };
  });
  assertNoLinks(folder, HOME);
  makeFolder(join(folder, HOME));
  for (const { place, tarball } of found) replaceFile(join(folder, HOME), place, tarball);
  return lost;
}

function replacementsFor({ users }: Survey): Map<string, Made> {
  const majors = new Set(users.map(lineOf));
  return new Map([...majors].map((major) => [major, makeReplacement(major)]));
}

function makeReplacement(major: string): Made {
  const known = replacementsOf(root).get(major)!;
  const files = filesOfReplacement(root, major);
  const tarball = tarballOf(files);
  const replacement: Replacement = {
    major,
    version: known.version,
    path: `${HOME}/express-${known.version}-maglev-${known.maglev}.tgz`,
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    manifest: JSON.parse(String(files.get('package.json'))),
  };
  return { replacement, tarball };
}

/** For npm: creates a lockfile if there is none, and resolves what has to be grafted into it. */
async function withClosures(
  plan: Plan,
  transaction: Transaction,
  made: ReadonlyMap<string, Made>,
  steps: Steps,
): Promise<Plan> {
  const { manager } = plan;
  if (manager.name !== 'npm') return plan;
  const found = manager.locks.find((file) => existsSync(join(manager.folder, file)));
  if (found === undefined) await manager.lockOnly();
  const file = found ?? 'package-lock.json';
  const locked = readText(manager.folder, file)!;
  const text = withCopies(file, locked, plan);
  if (text !== locked) transaction.write(file, text);
  const packages = packagesOf(file, text);
  const grafted = graftedLines(plan, packages, mainReplacement(plan));
  if (grafted.length === 0) return plan;
  steps.begin(
    `resolving the dependencies of express ${grafted.map((replacement) => replacement.version).join(' and ')}`,
  );
  const replacements = new Map(plan.replacements);
  // One at a time: only one running program is recorded, in case the command is killed.
  for (const replacement of grafted) {
    const closure = await closureOf(manager, transaction, replacement, made.get(replacement.major)!.tarball);
    replacements.set(replacement.major, { ...replacement, closure });
  }
  return { ...plan, replacements };
}

/** The packages that npm would install for the replacement alone. */
async function closureOf(
  manager: Manager,
  transaction: Transaction,
  replacement: Replacement,
  tarball: Buffer,
) {
  const folder = transaction.scratch(replacement.major);
  const settings = join(manager.folder, '.npmrc');
  if (existsSync(settings)) copyFileSync(settings, join(folder, '.npmrc'));
  writeFileSync(join(folder, 'express.tgz'), tarball);
  const { data } = new PackageJson(manager);
  const manifest = {
    name: 'scratch',
    private: true,
    dependencies: { express: 'file:express.tgz' },
    overrides: plainOverrides(data.overrides),
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await manager.lockOnly(folder);
  const file = 'package-lock.json';
  return packagesOf(file, readFileSync(join(folder, file), 'utf8'));
}
