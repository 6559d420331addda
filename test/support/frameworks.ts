/** One framework in a process of its own: what it does to Node's prototypes, to the log or to the process stays there. */
import { createRequire } from 'node:module';

export type SideName = 'maglev' | 'express';
export const SIDES: readonly SideName[] = ['express', 'maglev'];

const ENTRIES: Record<string, string> = { 5: 'index', 4: 'v4', 3: 'v3' };

/** Typed loosely: half of what the tests do to it is what types forbid. */
export async function loadFramework(side: SideName, line: string | number): Promise<any> {
  if (side === 'express') return createRequire(import.meta.url)(`express${line}`);
  return (await import(`../../src/${ENTRIES[line]}.js`)).default;
}
