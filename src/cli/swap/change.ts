import { join } from 'node:path';
import { Failure } from '../failure.js';
import { copyFolder } from './copy.js';
import { discard } from './disk.js';
import { HOME } from './home.js';
import { interruptible } from './interruption.js';
import type { Manager } from './manager.js';
import { isWrittenByHand, PNPM_WORKSPACE } from './paths.js';
import { processIdOf } from './processes.js';
import { endPrograms } from './programs.js';
import { SwapRecord } from './record.js';
import type { Steps } from './steps.js';
import type { Survey } from './survey.js';
import { Transaction } from './transaction.js';
import { assertClean, assertWorking } from './verify.js';

/** Files that a package manager may write, besides its lockfiles and the packages it installs. */
const WRITTEN = [PNPM_WORKSPACE, '.pnp.cjs', '.pnp.data.json', '.pnp.loader.mjs', '.yarn/install-state.gz'];
/** Where yarn may keep packages within a project. */
const STORES = ['.yarn/cache', '.yarn/unplugged'];

/** What of that, and of the installed packages, is not committed with a project. */
const UNCOMMITTED = /(^|\/)node_modules$|^\.yarn\/(unplugged|install-state\.gz)$/;

/** Throws to reject the installation. */
type Verify = (now: Survey) => void;

/**
 * Changes files of a project and installs. The changes are committed if `prepare`, the function that it returns and the
 * checks after it do not throw, and no signal arrives. Otherwise everything is restored.
 */
export async function changeProject(
  manager: Manager,
  steps: Steps,
  operation: 'swap' | 'undo',
  record: SwapRecord | null,
  before: Survey,
  problems: readonly string[],
  prepare: (transaction: Transaction, running: Manager) => Promise<Verify>,
): Promise<{ after: Survey; files: string[] }> {
  const projects = await manager.projects();
  const configured = await manager.stores();
  const stores = [...new Set([...STORES, ...configured])];
  const modules = projects.map((project) => under(manager.pathOf(project), 'node_modules'));
  return interruptible(async (signal) => {
    const running = manager.until(signal);
    const files = [...manager.manifestsAndLocks(projects), ...WRITTEN, ...(record?.files ?? [])];
    const transaction = Transaction.begin(manager.folder, operation, files, [...modules, ...stores, HOME]);
    try {
      // pnpm never writes to a file of a package, because it has hard-linked it.
      const canLink = manager.name === 'pnpm';
      const copy = (from: string, to: string) => copyFolder(manager.folder, from, to, signal, false);
      const copyOrLink = (from: string, to: string) => copyFolder(manager.folder, from, to, signal, canLink);
      if (record?.isCurrent() === false || (record === null && SwapRecord.read(manager.folder) !== null)) {
        throw new Failure('Another maglev swap changed this project in the meantime: run the command again.');
      }
      // Before a file is changed: if this is killed, `pnpm exec maglev swap --undo` installs what package.json says by then.
      steps.begin('backing up what is installed');
      for (const path of [...modules, ...stores]) await transaction.keepFolder(path, copyOrLink);
      await transaction.keepFolder(HOME, copy);
      const verify = await prepare(transaction, running);
      removeCopies(manager, before, modules);
      steps.begin(`installing with ${manager.name} ${manager.version}`);
      await running.install(operation === 'swap');
      transaction.acceptSettings();
      steps.begin(
        operation === 'swap'
          ? 'running a small application on each Express'
          : 'checking which Express each package gets',
      );
      const after = await running.survey();
      verify(after);
      // An undo restores the previous installation even if that one did not work, so it is not checked.
      if (operation === 'swap') {
        await assertWorking(running, after);
        await assertClean(running, problems);
      }
      transaction.assertOwn();
      const isUncommitted = (path: string) => {
        return UNCOMMITTED.test(path) || (manager.name === 'pnpm' && configured.includes(path));
      };
      const changed = transaction.changed().filter((path) => path !== HOME && !isUncommitted(path));
      signal.throwIfAborted();
      transaction.commit().forEach(steps.left);
      return { after, files: changed };
    } catch (error) {
      steps.begin('restoring everything');
      // Programs that the package manager has left running could still write.
      await endPrograms(processIdOf(process.pid));
      // The package manager has changed the lockfiles.
      transaction.keepChanges(isWrittenByHand, steps.kept);
      transaction.rollBack().forEach(steps.left);
      throw nothingChanged(error);
    }
  });
}

/** Adds the outcome to the message. System errors, such as a full disk, are not bugs in maglev. */
function nothingChanged(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof Failure)
    return new Failure(`${message} Nothing was changed.`, error.detail, error.exitCode);
  return /^E[A-Z]+$/.test(code ?? '') ? new Failure(`${message}. Nothing was changed.`) : error;
}

/** A package manager may keep a package that already has the right name and version. */
function removeCopies({ folder }: Manager, { users }: Survey, kept: readonly string[]): void {
  for (const { express } of users) {
    const isKept = kept.some((path) => express.path.startsWith(`${path}/`));
    if (isKept && express.path.endsWith('/express')) discard(join(folder, express.path));
  }
}

function under(project: string, name: string): string {
  return project === '' ? name : `${project}/${name}`;
}
