// Node 20's `--test` takes files, not globs, so the list is made here.
//   node --import tsx .build/test.ts [--node-flag ...] [part of a file name ...]
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

const files = testFiles().filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)));
if (files.length === 0) {
  console.error(`No test file matches ${wanted.join(', ')}.`);
  process.exit(1);
}

if (flags.includes('--disallow-code-generation-from-strings')) {
  flags.push('--require', './.build/express-without-codegen.cjs');
}

// The runner hands its own flags down to the process of each file.
const run = spawnSync(
  process.execPath,
  [...flags, '--import', 'tsx', '--test', '--test-reporter=spec', ...files],
  { cwd: root, stdio: 'inherit' },
);
process.exit(run.status ?? 1);

function testFiles(): string[] {
  return readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${file}`)
    .sort();
}
