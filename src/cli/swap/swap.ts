import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.js';
import { root, version } from '../version.js';
import { changeProject } from './change.js';
import { type Manager, readText } from './manager.js';
import { editsForNpm, mainStandIn } from './npm.js';
import { graftedLines, packagesOf } from './npm-lock.js';
import { type Edits, majorOf, type Plan, type StandIn } from './plan.js';
import { editsForPnpm } from './pnpm.js';
import { HOME, SwapRecord } from './record.js';
import { filesOfStandIn, standInsOf } from './stand-in.js';
import type { Steps } from './steps.js';
import type { Survey } from './survey.js';
import { tarballOf } from './tarball.js';
import type { Transaction } from './transaction.js';
import { assertSwapped } from './verify.js';
import { editsForYarn } from './yarn.js';

/** What a swap has done. */
export interface Swapped {
  /** False if there was nothing to do. */
  readonly isNew: boolean;
  readonly before: Survey;
  readonly after: Survey;
  /** The files that were changed. */
  readonly files: readonly string[];
}

const EDITS: Readonly<Record<Manager['name'], (plan: Plan) => Edits>> = {
  npm: editsForNpm,
  pnpm: editsForPnpm,
  yarn: editsForYarn,
};

export async function swapIn(given: Manager, steps: Steps): Promise<Swapped> {
  const { folder } = given;
  steps.begin('looking for the packages that use Express');
  const before = await surveyed(given);
  const record = SwapRecord.read(folder);
  // Read now, because package managers may give this package another folder when they install.
  const maglev = version();
  if (before.users.every(({ express }) => express.maglev === maglev)) {
    return { isNew: false, before, after: before, files: [] };
  }
  const made = standInsFor(before);
  const { problems, hasLegacyPeers } = await given.inspect();
  const manager = hasLegacyPeers ? given.withLegacyPeers() : given;
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
      const standIns = new Map([...made].map(([major, { standIn }]) => [major, standIn]));
      const plan = await withClosures(
        { manager: running, users: before.users, standIns },
        transaction,
        made,
        steps,
      );
      for (const path of record?.standIns ?? []) transaction.remove(path);
      for (const { standIn, tarball } of made.values()) transaction.write(standIn.path, tarball);
      for (const [file, text] of EDITS[manager.name](plan)) transaction.write(file, text);
      return (now) => {
        assertSwapped(before.users, now.users);
        // npm is told to keep none.
        if (manager.name === 'npm' && !hadLock) transaction.remove('package-lock.json');
        const paths = [...standIns.values()].map(({ path }) => path);
        return SwapRecord.write(transaction, folder, { maglev, standIns: paths, hasLegacyPeers }, texts)
          .files;
      };
    },
  );
  return { isNew: true, before, ...after };
}

async function surveyed(manager: Manager): Promise<Survey> {
  const survey = await manager.survey();
  if (survey.users.length > 0) return survey;
  const isInstalled = ['node_modules', '.pnp.cjs'].some((name) => existsSync(join(manager.folder, name)));
  const left = survey.leftAlone.map(({ name, version, why }) => `${name} ${version} is ${why}`);
  throw new Failure(
    isInstalled
      ? `Nothing that is installed here uses an Express that can be replaced${left.length > 0 ? `: ${left.join(', ')}` : ''}.`
      : `Nothing is installed here: run "${manager.name} install" first.`,
  );
}

/** The files that a swap may change, and those that an earlier one has. */
async function filesOf(manager: Manager, record: SwapRecord | null): Promise<string[]> {
  const manifests = (await manager.projects()).map((project) =>
    manager.pathOf(join(project, 'package.json')),
  );
  return [...new Set([...manager.locks, ...manifests, 'pnpm-workspace.yaml', ...(record?.files ?? [])])];
}

interface Made {
  readonly standIn: StandIn;
  readonly tarball: Buffer;
}

function standInsFor({ users }: Survey): Map<string, Made> {
  const majors = new Set(users.map(({ express }) => majorOf(express.version)));
  return new Map([...majors].map((major) => [major, makeStandIn(major)]));
}

function makeStandIn(major: string): Made {
  const known = standInsOf(root).get(major)!;
  const files = filesOfStandIn(root, major);
  const tarball = tarballOf(files);
  const standIn: StandIn = {
    major,
    version: known.version,
    path: `${HOME}/express-${known.version}-maglev-${known.maglev}.tgz`,
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    manifest: JSON.parse(String(files.get('package.json'))),
  };
  return { standIn, tarball };
}

/** For npm: a lockfile to work on, if there is none, and what has to be grafted into it. */
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
  const packages = packagesOf(file, readText(manager.folder, file)!);
  const grafted = graftedLines(plan, packages, mainStandIn(plan));
  if (grafted.length === 0) return plan;
  steps.begin(`resolving what express ${grafted.map((standIn) => standIn.version).join(' and ')} depends on`);
  const standIns = new Map(plan.standIns);
  // One after the other: if the command is killed, the one that runs is the one that is noted.
  for (const standIn of grafted) {
    const closure = await closureOf(manager, transaction, standIn, made.get(standIn.major)!.tarball);
    standIns.set(standIn.major, { ...standIn, closure });
  }
  return { ...plan, standIns };
}

/** What npm would install for a replacement alone. */
async function closureOf(manager: Manager, transaction: Transaction, standIn: StandIn, tarball: Buffer) {
  const folder = transaction.scratch(standIn.major);
  const settings = join(manager.folder, '.npmrc');
  if (existsSync(settings)) copyFileSync(settings, join(folder, '.npmrc'));
  writeFileSync(join(folder, 'express.tgz'), tarball);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'scratch', private: true, dependencies: { express: 'file:express.tgz' } }),
  );
  await manager.lockOnly(folder);
  const file = 'package-lock.json';
  return packagesOf(file, readFileSync(join(folder, file), 'utf8'));
}
