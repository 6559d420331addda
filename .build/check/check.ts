/**
 * `npm run check`: types, lint and the tests of the unit folders, on 5.x over HTTP/1, in parallel. Run it after every change;
 * `npm test` runs everything. `--watch` repeats it for each change, with the tests that the change can affect.
 *   node --import tsx .build/check/check.ts [--watch]
 */
import { spawn } from 'node:child_process';
import { rmSync, watch } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readImports } from '../imports.js';
import { testFiles } from '../test-files.js';
import { write } from '../write.js';
import { affectedBy } from './affected.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = `${root}.cache/check-${process.pid}/`;
const TSC = 'node_modules/typescript/bin/tsc';
const BIOME = 'node_modules/@biomejs/biome/bin/biome';

const FOLDERS = /^test\/(?:compiler|dispatch|parsers|registration|response)\//;
/** Tests of a second or more: they start processes, measure memory or growth, try every character, or test only 3.x and HTTP/2. */
const LONG =
  /\/(?:before-load|characters|connect|crossing|deep|deprecated3|depth|dialect3|escaped|fast-paths|growth|http2|inflate|late|lines3|memory|not-found|patched-before|routes|serialize-head|sigterm|slices|stack|unchanged|waiting)\.test\.ts$/;
/** The share of the random cases that run here. */
const SHARE_OF_CASES = '0.01';
/** Folders that are watched, and those whose imports connect a test to a change. */
const WATCHED = ['src', 'compiler', 'test', 'bench', '.build', 'flamegraphs', 'examples'];
const IMPORTING = ['src', 'compiler', 'test', '.build'];
/** Changes within so many milliseconds count as one: editors write a file in several steps. */
const PAUSE = 100;
/** The number of test files that justifies another process. */
const FILES_PER_PROCESS = 8;

const all = testFiles(root).filter((file) => FOLDERS.test(file) && !LONG.test(file));

if (process.argv.includes('--watch')) await watchChanges();
else process.exitCode = (await check(all)) ? 0 : 1;

/** Runs all parts in parallel, and prints the output of each when it has ended. */
async function check(tests: readonly string[]): Promise<boolean> {
  const begin = performance.now();
  const parts = [
    run('types', [TSC]),
    run('types of the pages', [TSC, '-p', '.build/page.json']),
    run('lint', [BIOME, 'ci', '--colors=off']),
    runTests(tests),
  ];
  const passed = (await Promise.all(parts)).every(Boolean);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`${passed ? 'All passed' : 'Failed'}: ${seconds} s`);
  return passed;
}

/** One process per core: loading the framework again for each file would take longer than the tests. */
async function runTests(tests: readonly string[]): Promise<boolean> {
  const count = Math.min(availableParallelism(), Math.ceil(tests.length / FILES_PER_PROCESS));
  const shares = Array.from({ length: count }, (_, core) => tests.filter((_, i) => i % count === core));
  try {
    return (await Promise.all(shares.map(runShare))).every(Boolean);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function runShare(tests: readonly string[], index: number): Promise<boolean> {
  const file = `${scratch}${index}.mjs`;
  write(file, tests.map((test) => `await import('${pathToFileURL(root + test)}');\n`).join(''));
  const reporter = pathToFileURL(`${root}.build/reporter.mjs`).href;
  const narrow = pathToFileURL(`${root}.build/check/narrow.mjs`).href;
  const args = ['--import', 'tsx', '--import', narrow, `--test-reporter=${reporter}`, file];
  return run(`tests of ${tests.length} files`, args);
}

/** Runs a Node program and returns whether it succeeded. Prints its name, and its output if it failed. */
async function run(name: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, MAGLEV_SHARE_OF_CASES: SHARE_OF_CASES },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const counts = /^\d+ passed, .*$/m.exec(output)?.[0];
  console.log(`${code === 0 ? '✔' : '✖'} ${name}${counts ? `: ${counts}` : ''}`);
  if (code !== 0) console.log(output);
  return code === 0;
}

/** Checks everything once, and then what each change can affect. Changes during a check are checked after it. */
async function watchChanges(): Promise<never> {
  let changed = new Set<string>();
  let notify = () => {};
  for (const folder of WATCHED) {
    watch(root + folder, { recursive: true }, (_event, name) => {
      if (name === null || /node_modules|\.cache/.test(name)) return;
      changed.add(`${folder}/${name.replaceAll('\\', '/')}`);
      notify();
    });
  }
  await check(all);
  for (;;) {
    if (changed.size === 0) {
      console.log('Waiting for changes; press Ctrl+C to stop.');
      await new Promise<void>((resolve) => (notify = resolve));
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const now = changed;
    changed = new Set();
    console.log(`\nChanged: ${[...now].join(', ')}`);
    await check(affectedBy(now, readImports(...IMPORTING), all));
  }
}
