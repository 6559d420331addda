/** Files to serve, several of each size. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { RESULTS } from '../places.js';

/** The number of files of each size. */
export const FILES = 100;
const FOLDER = process.env.MAGLEV_BENCH_FILES ?? `${RESULTS}/files`;

export function nameOfFile(bytes: number, index: number): string {
  return `${bytes}-${index}.txt`;
}

export function textOfFile(bytes: number, index: number): string {
  const line = `All work and no play makes a dull benchmark, ${index}.\n`;
  return line.repeat(bytes / line.length + 1).slice(0, bytes);
}

/** The folder that contains them. */
export function folderWith(bytes: number): string {
  mkdirSync(FOLDER, { recursive: true });
  for (let i = 0; i < FILES; i++) {
    const file = `${FOLDER}/${nameOfFile(bytes, i)}`;
    // Written once, so that the modification time is the same for all subjects.
    if (!existsSync(file)) writeFileSync(file, textOfFile(bytes, i));
  }
  return FOLDER;
}
