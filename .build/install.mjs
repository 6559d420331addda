// Plain JavaScript without imports from node_modules: this runs before anything is installed.
//   node .build/install.mjs [--missing] [folder with its own package.json ...]
// --missing installs only where nothing is installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const isLazy = process.argv[2] === '--missing';

for (const folder of ['.', ...process.argv.slice(isLazy ? 3 : 2)]) {
  const isMissing = !existsSync(`${root}${folder}/node_modules`);
  if (isLazy && !isMissing) continue;
  if (isMissing) console.log(`Installing dependencies${folder === '.' ? '' : ` of ${folder}`} ...`);
  const begin = performance.now();
  install(folder, isMissing && process.stderr.isTTY);
  if (isMissing) console.log(`Installed in ${((performance.now() - begin) / 1000).toFixed(1)} s.`);
}

/** On a terminal, npm shows its progress. */
function install(folder, showsProgress) {
  // The build needs the development tools even if the caller's environment is production.
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root + folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', showsProgress ? 'inherit' : 'pipe'],
      shell: process.platform === 'win32',
    },
  );
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  console.error(
    `npm could not install the dependencies${folder === '.' ? '' : ` of ${folder}`}; see the reason above.`,
  );
  process.exit(1);
}
