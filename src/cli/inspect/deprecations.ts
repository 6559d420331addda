import { fileURLToPath } from 'node:url';
import { isOwnFile } from '../../registration/sources.js';
import type { Place } from './places.js';

/** A call that Express warned about. */
export interface Deprecation {
  /** For example `res.send(status): Use res.sendStatus(status) instead`. */
  readonly message: string;
  readonly place: Place;
}

const FRAME = /^\s*at (?:.*\()?((?:file:\/\/)?[^()]+?):(\d+):(\d+)\)?$/;

/** Collects the deprecation warnings of this process from now on; depd reports each once per call site. */
export function collectDeprecations(): () => readonly Deprecation[] {
  const collected: Deprecation[] = [];
  (process as NodeJS.EventEmitter).on('deprecation', ({ namespace, message, stack }) => {
    const place = namespace === 'maglev' || namespace === 'express' ? firstPlace(String(stack)) : null;
    if (place !== null) collected.push({ message, place });
  });
  return () => collected;
}

/** The caller in the application: some functions of maglev call others that warn. */
function firstPlace(stack: string): Place | null {
  for (const frame of stack.split('\n')) {
    const [, location, line, column] = FRAME.exec(frame) ?? [];
    if (location === undefined || location.startsWith('node:')) continue;
    const file = location.startsWith('file:') ? fileURLToPath(location) : location;
    if (!isOwnFile(file)) return { file, line: Number(line), column: Number(column) - 1 };
  }
  return null;
}
