// Plain JavaScript without imports from node_modules: this runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

if (!existsSync(`${root}node_modules`)) console.log('Installing dependencies ...');

// The build needs the development tools even when the caller's environment says production.
const install = spawnSync(
  'npm',
  ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
  {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  },
);

if (install.status !== 0) {
  process.stderr.write(`${install.stdout ?? ''}${install.stderr ?? ''}`);
  console.error('npm could not install the dependencies; the reason stands above.');
  process.exit(1);
}
