/** Loads one framework per process, so that its changes to Node's prototypes, the log or the process stay there. */
import { createRequire } from 'node:module';

export type SideName = 'maglev' | 'express';
export const SIDES: readonly SideName[] = ['express', 'maglev'];

const ENTRIES: Record<string, string> = { 5: 'index', 4: 'v4', 3: 'v3' };

/** Loosely typed, because many tests do what the types forbid. */
export async function loadFramework(side: SideName, line: string | number): Promise<any> {
  if (side === 'express') return createRequire(import.meta.url)(`express${line}`);
  return (await import(`../../src/${ENTRIES[line]}.js`)).default;
}
