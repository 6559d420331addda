import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.js';
import { changeProject } from './change.js';
import { HOME } from './home.js';
import { type Manager, readText } from './manager.js';
import { isWrittenByHand } from './paths.js';
import { SwapRecord } from './record.js';
import type { Steps } from './steps.js';
import type { Survey } from './survey.js';
import { assertNotAhead, assertRecorded, namings } from './whole.js';

/** The result of an undo. */
export interface Undone {
  readonly before: Survey;
  readonly after: Survey;
}

export async function undo(given: Manager, steps: Steps): Promise<Undone> {
  const record = SwapRecord.read(given.folder);
  if (record === null) {
    const named = await namings(given);
    assertRecorded(given, record, named);
    assertNotAhead(given, record, named);
    throw new Failure(`${HOME}/swap.json not found: maglev swap has not changed this folder.`);
  }
  record.assertOriginals();
  const resolving = hasOriginalLocks(given, record) ? given : given.thatResolves();
  const manager = record.hasLegacyPeers ? resolving.withLegacyPeers() : resolving;
  steps.begin('looking for the packages that use maglev');
  const before = await manager.survey();
  const { after } = await changeProject(manager, steps, 'undo', record, before, [], async (transaction) => {
    const exact = new Map<string, string>();
    const absent = new Set<string>();
    // Including those that were created or moved since.
    const files = new Set([...record.files, ...manager.manifestsAndLocks(await manager.projects())]);
    for (const file of files) {
      if (!existsSync(join(manager.folder, file))) {
        // Removed since, for example with its workspace, or never there.
        if (!record.files.includes(file)) absent.add(file);
        continue;
      }
      const text = record.textBefore(file);
      if (text === readText(manager.folder, file)) continue;
      if (record.isUntouched(file) && record.isUncertain(file)) steps.kept(transaction.copyBeside(file));
      if (text === undefined) {
        transaction.remove(file);
        absent.add(file);
        continue;
      }
      // A derived lockfile may be incomplete: that of the package manager is kept instead.
      if (isOriginal(file, record)) exact.set(file, text);
      transaction.write(file, text);
    }
    record.remove(transaction);
    return (now) => {
      const left = now.users.filter(({ express }) => express.maglev !== undefined);
      if (left.length > 0) {
        throw new Failure(`${left.map(({ name }) => name).join(', ')} would still have maglev.`);
      }
      // A package manager whose settings have changed since may have formatted them differently.
      for (const [file, text] of exact) {
        if (transaction.isUncertain(file)) steps.kept(transaction.copyBeside(file));
        transaction.write(file, text);
      }
      // The package manager writes a lockfile, unless it is configured not to.
      for (const file of absent) {
        if (!isWrittenByHand(file) && existsSync(join(manager.folder, file))) transaction.remove(file);
      }
    };
  });
  return { before, after };
}

/** Whether the text that a file gets is one that it had before. */
function isOriginal(file: string, record: SwapRecord): boolean {
  return record.isUntouched(file) && !record.isDerived(file);
}

/** Whether the lockfiles are complete without the package manager. */
function hasOriginalLocks({ folder, locks }: Manager, record: SwapRecord): boolean {
  const files = [...record.files, ...locks].filter((file) => {
    return !isWrittenByHand(file) && existsSync(join(folder, file));
  });
  return files.every((file) => isOriginal(file, record));
}
