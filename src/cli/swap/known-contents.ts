import { existsSync, readFileSync } from 'node:fs';
import { Failure } from '../failure.js';
import { isManifest, isWrittenByHand } from './paths.js';
import { contentDigestOf } from './user-changes.js';

/**
 * The contents that the files of a transaction should have, as far as users write them. A user may save one in an editor while the
 * command runs: to write or record it then would lose that text, or what the command has written.
 */
export class KnownContents {
  readonly #digests = new Map<string, string>();
  readonly #uncertain = new Set<string>();

  /** Notes what a file contains from now on. */
  note(file: string, text: string): void {
    if (isWrittenByHand(file)) this.#digests.set(file, contentDigestOf(text));
  }

  /** For a file that is removed. */
  forget(file: string): void {
    this.#digests.delete(file);
  }

  /** Throws if something else has written the file since. Package managers may format it. */
  assertKnown(file: string, place: string): void {
    if (this.#isKnown(file, place)) return;
    throw new Failure(
      `Something else has written or removed ${file} while maglev swap was running: run the command again.`,
    );
  }

  /** Accepts what an installation, or a user meanwhile, has written to the settings of pnpm, which pnpm may change. */
  accept(file: string, place: string): void {
    if (isManifest(file) || this.#isKnown(file, place) || !existsSync(place)) return;
    this.#uncertain.add(file);
    this.note(file, readFileSync(place, 'utf8'));
  }

  /** Whether a file may contain what a user has written while the command was running. */
  isUncertain(file: string): boolean {
    return this.#uncertain.has(file);
  }

  #isKnown(file: string, place: string): boolean {
    const known = this.#digests.get(file);
    if (known === undefined) return true;
    return existsSync(place) && contentDigestOf(readFileSync(place, 'utf8')) === known;
  }
}
