import { closeSync, openSync, readdirSync } from 'node:fs';
import { devNull } from 'node:os';

/** How many files the process has open, where the system tells. */
export function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}

/** Opens files until the system refuses; the function that is returned closes them again. */
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
