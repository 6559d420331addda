/** Installs a subject as users would, and counts packages and bytes. */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../npm.js';
import { ROOT } from '../places.js';
import { PROGRAMS } from './programs.js';
import type { StartSubject } from './subjects.js';

export interface InstalledSubject {
  readonly subject: StartSubject;
  readonly folder: string;
  /** The number of packages in `node_modules`, and the bytes that they take on disk. */
  readonly packages: number;
  readonly bytes: number;
}

/** The block size of file systems. */
const BLOCK = 4096;
const CACHE = `${ROOT}node_modules/.cache/start/`;

export function installSubject(subject: StartSubject): InstalledSubject {
  const folder = `${CACHE}${subject.id}/`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}package.json`, '{ "private": true }\n');
  const isMaglev = subject.packages.length === 0;
  npm(folder, 'install', ...(isMaglev ? [packed()] : subject.packages));
  for (const { id, extension, text } of PROGRAMS) writeFileSync(`${folder}${id}.${extension}`, text(subject));
  const modules = `${folder}node_modules`;
  return { subject, folder, packages: packagesIn(modules), bytes: bytesIn(modules) };
}

let tarball: string | undefined;

function packed(): string {
  tarball ??= join(CACHE, npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', CACHE).trim());
  return tarball;
}

/** Counts the folders directly below a `node_modules` or a scope in it; packages may contain a `node_modules` themselves. */
function packagesIn(modules: string): number {
  let count = 0;
  for (const name of foldersIn(modules)) {
    const folder = join(modules, name);
    if (name.startsWith('.')) continue;
    if (name.startsWith('@')) {
      count += packagesIn(folder);
      continue;
    }
    count += 1;
    if (foldersIn(folder).includes('node_modules')) count += packagesIn(join(folder, 'node_modules'));
  }
  return count;
}

function foldersIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function bytesIn(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.reduce((sum, path) => {
    const stats = statSync(join(folder, path));
    return sum + (stats.isFile() ? Math.ceil(stats.size / BLOCK) * BLOCK : 0);
  }, 0);
}
