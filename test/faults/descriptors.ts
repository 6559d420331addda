import { closeSync, openSync, readdirSync } from 'node:fs';
import { devNull } from 'node:os';

/** The number of open files, on systems that report it. */
export function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}

/** Opens files until the system refuses. The returned function closes them. */
export function exhaustFiles(): () => void {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync(devNull, 'r'));
  } catch (error: any) {
    if (error.code !== 'EMFILE') throw error;
  }
  return () => {
    for (const descriptor of taken.splice(0)) closeSync(descriptor);
  };
}
