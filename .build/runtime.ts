// Binaries of Node, from the npm package `node`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { write } from './write.js';

const cache = fileURLToPath(new URL('../node_modules/.cache/runtimes/', import.meta.url));

/** The binary of this major: the one that runs already, or one that is installed where git does not look. */
export function runtime(major: string): string {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const folder = `${cache}${major}`;
  const binary = `${folder}/node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
  if (!existsSync(binary)) install(major, folder);
  return binary;
}

function install(major: string, folder: string): void {
  console.log(`Installing Node ${major} ...`);
  // Without one of its own, npm would take the package around it.
  write(`${folder}/package.json`, '{ "private": true }\n');
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['install', `node@${major}`, '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  console.error(`npm could not install node@${major}; the reason stands above.`);
  process.exit(1);
}
