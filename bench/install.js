/** What every benchmark needs first: the library's packages, those of bench/, and a build. Says little when all is well. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const npm = ['--no-audit', '--no-fund', '--loglevel=error'];

run(process.execPath, ['.build/install.mjs'], 'The packages of maglev could not be installed.');
run(
  'npm',
  ['install', '--prefix', 'bench', ...npm],
  'The peers in bench/package.json could not be installed.',
);
run('npm', ['run', '--silent', 'build'], 'maglev could not be built.');

function run(file, args, complaint) {
  const shell = process.platform === 'win32' && file === 'npm';
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: root, encoding: 'utf8', shell });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  console.error(`${complaint} The reason stands above.`);
  process.exit(1);
}
