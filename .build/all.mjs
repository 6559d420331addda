// `npm test`: installs, builds, lints, checks types and runs all tests, and prints the current stage. Plain JavaScript without
// imports from node_modules, because it runs before anything is installed.
//   node .build/all.mjs [--verbose] [arguments of .build/test.ts ...]
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CHROMIUM, findProgram, NGINX } from './programs.mjs';

const MINUTES_ON_TWO_CORES = '8 to 18';
const root = fileURLToPath(new URL('..', import.meta.url));

const STAGES = [
  ['install', process.execPath, '.build/install.mjs'],
  ['build', 'npm', 'run', '--silent', 'build'],
  ['lint', 'npm', 'run', '--silent', 'lint'],
  ['types', 'npm', 'run', '--silent', 'typecheck'],
  ['tests', process.execPath, '--import', 'tsx', '.build/test.ts', ...process.argv.slice(2)],
];

console.log(`Takes ${MINUTES_ON_TWO_CORES} minutes on two cores; there are ${availableParallelism()} here.`);
for (const program of [CHROMIUM, NGINX]) {
  if (findProgram(program) !== null) continue;
  console.log(`Skips ${program.tests}: ${program.name} is not installed (${program.install}).`);
}

for (const [index, stage] of STAGES.entries()) {
  console.log(`${index + 1}/${STAGES.length} ${stage[0]}`);
  const status = run(stage);
  if (status === 0) continue;
  console.error(`npm test stopped at ${index + 1}/${STAGES.length} ${stage[0]}.`);
  process.exit(status);
}

/** The tests print their own output; of the other stages only failures are worth reading. */
function run([name, command, ...args]) {
  const isQuiet = name !== 'tests';
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
    encoding: 'utf8',
    shell: command === 'npm' && process.platform === 'win32',
    maxBuffer: 2 ** 26,
  });
  if (isQuiet && status !== 0) process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  return status ?? 1;
}
