// Node 20's `--test` takes files, not globs, so this file builds the list.
//   node --import tsx .build/test.ts [--verbose] [--node-flag ...] [part of a file name ...]
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { testFiles } from './test-files.js';
import { write } from './write.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const isVerbose = process.argv.includes('--verbose');
const flags = process.argv.slice(2).filter((argument) => /^--(?!verbose$)/.test(argument));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

/** They take longest and start first, so that none of them runs alone at the end. */
const LONG = [
  'faults/faults',
  'compiler/equality',
  'differential/routing',
  'package/installed',
  'package/swap',
  'differential/response',
  'dispatch/depth',
];
/** Folders of many small files, whose processes would spend most of their time on startup. */
const GROUPED = 'test/api/';

const files = testFiles(root)
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
if (files.length === 0) {
  console.error(`No test file matches ${wanted.join(', ')}.`);
  process.exit(1);
}

if (flags.includes('--disallow-code-generation-from-strings')) {
  flags.push('--require', './.build/express-without-codegen.cjs');
}

const among = new Set(files.map((file) => file.split('/').slice(0, 2).join('/'))).size;
console.log(`${files.length} test files in ${among} folders`);

const groups = `${root}.cache/tests-${process.pid}/`;
const parallel = availableParallelism();
try {
  // The runner passes its own flags to the process of each file. By default it leaves one core unused.
  const run = spawnSync(
    process.execPath,
    [
      ...flags,
      '--import',
      'tsx',
      '--test',
      `--test-reporter=${isVerbose ? 'spec' : pathToFileURL(`${root}.build/reporter.mjs`).href}`,
      `--test-concurrency=${parallel}`,
      ...inGroups(files),
    ],
    { cwd: root, stdio: 'inherit' },
  );
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(groups, { recursive: true, force: true });
}

function rank(file: string): number {
  const index = LONG.findIndex((name) => file.includes(name));
  return index === -1 ? LONG.length : index;
}

/** The same files, with those of grouped folders distributed over one file per core, which imports its share. */
function inGroups(files: string[]): string[] {
  const small = files.filter((file) => file.startsWith(GROUPED));
  if (small.length <= parallel) return files;
  const shares = Array.from({ length: parallel }, (_, core) => small.filter((_, i) => i % parallel === core));
  const made = shares.map((share, core) => {
    const imports = share.map((file) => `await import('${pathToFileURL(root + file)}');\n`);
    const file = `${groups}api-${core + 1}.test.mjs`;
    write(file, imports.join(''));
    return file;
  });
  return [...made, ...files.filter((file) => !file.startsWith(GROUPED))];
}
