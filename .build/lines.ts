// Packs what users install: the package under its own name, and for each line of Express a package that replaces it, with
// Express's name and version.
//   node --import tsx .build/lines.ts [folder for the tarballs]
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOfReplacement, replacementsOf } from '../src/cli/swap/replacement.js';
import { tarballOf } from '../src/cli/swap/tarball.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const destination = resolve(process.argv[2] ?? root);

mkdirSync(destination, { recursive: true });
console.log(npmPack());
for (const [major, { version }] of replacementsOf(root)) {
  const file = resolve(destination, `express-${version}.tgz`);
  writeFileSync(file, tarballOf(filesOfReplacement(root, major)));
  console.log(file);
}

function npmPack(): string {
  const pack = spawnSync(
    'npm',
    ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', destination],
    { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  if (pack.status !== 0) throw new Error(pack.stderr);
  return resolve(destination, pack.stdout.trim());
}
