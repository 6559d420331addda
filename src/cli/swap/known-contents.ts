import { existsSync, readFileSync } from 'node:fs';
import { Failure } from '../failure.js';
import { isManifest } from './paths.js';
import { contentDigestOf } from './user-changes.js';

/**
 * The contents that the `package.json` files of a transaction should have. A user may save one in an editor while the command
 * runs: to write or record it then would lose that text, or what the command has written.
 */
export class KnownContents {
  readonly #digests = new Map<string, string>();

  /** Notes what a file contains from now on. */
  note(file: string, text: string): void {
    if (isManifest(file)) this.#digests.set(file, contentDigestOf(text));
  }

  /** Throws if something else has written the file since. Package managers may format it. */
  assertKnown(file: string, place: string): void {
    const known = this.#digests.get(file);
    if (known === undefined) return;
    if (existsSync(place) && contentDigestOf(readFileSync(place, 'utf8')) === known) return;
    throw new Failure(
      `Something else has written or removed ${file} while maglev swap was running: run the command again.`,
    );
  }
}
