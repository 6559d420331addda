/**
 * `npm run check`: types, lint and the tests of the unit folders, on 5.x over HTTP/1, in parallel. Run it after every change;
 * `npm test` runs everything. `--watch` repeats it for each change, with the tests that the change can affect.
 *   node --import tsx .build/check/check.ts [--watch]
 */
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readImports } from '../imports.js';
import { testFiles } from '../test-files.js';
import { affectedBy } from './affected.js';
import { inShares, quickTests } from './quick.js';
import { run } from './run.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TSC = 'node_modules/typescript/bin/tsc';
const BIOME = 'node_modules/@biomejs/biome/bin/biome';

/** The unit folders. */
const FOLDERS = ['compiler', 'dispatch', 'parsers', 'registration', 'response'];
/** Folders that are watched, and those whose imports connect a test to a change. */
const WATCHED = ['src', 'compiler', 'test', 'bench', '.build', 'flamegraphs', 'examples'];
const IMPORTING = ['src', 'compiler', 'test', '.build'];
/** Changes within so many milliseconds count as one: editors write a file in several steps. */
const PAUSE = 100;

const all = quickTests(testFiles(root), FOLDERS);

if (process.argv.includes('--watch')) await watchChanges();
else process.exitCode = (await check(all)) ? 0 : 1;

/** Runs all parts in parallel, and prints the output of each when it has ended. */
async function check(tests: readonly string[]): Promise<boolean> {
  const begin = performance.now();
  const parts = [
    run('types', [TSC]),
    run('types of the pages', [TSC, '-p', '.build/page.json']),
    run('lint', [BIOME, 'ci', '--colors=off']),
    inShares(tests, (args, count) => run(`tests of ${count} files`, args)),
  ];
  const passed = (await Promise.all(parts)).every(Boolean);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`${passed ? 'All passed' : 'Failed'}: ${seconds} s`);
  return passed;
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
