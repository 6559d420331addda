// Packs one tarball for each line that has an entry `./v<major>`: the same package, with that line as its main entry and
// its major as version, so that `"express": "npm:maglev@4"` is the 4.x line.
//   node --import tsx .build/lines.ts [folder for the tarballs]
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDeepFiles } from './deep.js';
import {
  linesOf,
  type Manifest,
  nameOf,
  readEntries,
  readManifest,
  type Targets,
  writeEntries,
} from './entries.js';
import { write } from './write.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const destination = resolve(process.argv[2] ?? root);
const staging = `${root}.cache/lines-${process.pid}/`;

mkdirSync(destination, { recursive: true });
try {
  for (const [major, targets] of linesOf(readManifest(root))) pack(major, targets);
} finally {
  rmSync(staging, { recursive: true, force: true });
}

function pack(major: string, targets: Targets): void {
  const folder = `${staging}${major}/`;
  const main = nameOf(targets);
  for (const part of parts()) cpSync(root + part, folder + part, { recursive: true });
  writeDeepFiles(folder, main);
  writeEntries(folder, readEntries(root), main);
  write(`${folder}package.json`, `${JSON.stringify(manifestOf(major, targets), null, 2)}\n`);
  console.log(npmPack(folder));
}

/** What is packed, but for what each line has of its own; `npm pack` adds documents by itself. */
function parts(): string[] {
  const { files } = readManifest(root);
  // npm leaves out by itself what the list excepts.
  const named = files.filter((part) => part !== 'lib' && !part.startsWith('!'));
  return [...named, 'LICENSE', 'README.md'];
}

function manifestOf(major: string, targets: Targets): Manifest {
  const manifest = readManifest(root);
  return {
    ...manifest,
    version: manifest.version.replace(/^\d+/, major),
    main: targets.require.default,
    types: targets.require.types,
    exports: { ...manifest.exports, '.': targets },
  };
}

function npmPack(folder: string): string {
  const pack = spawnSync(
    'npm',
    ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', destination],
    { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  if (pack.status !== 0) throw new Error(pack.stderr);
  return resolve(destination, pack.stdout.trim());
}
