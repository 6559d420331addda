/** The tests that take seconds instead of minutes: on 5.x over HTTP/1, one process per core, a few random cases of each property. */
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { write } from '../write.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Calls may overlap, so each has a folder. */
let calls = 0;

/** Tests of a second or more: they start processes, measure memory or growth, try every character, or test only 3.x and HTTP/2. */
const LONG =
  /\/(?:before-load|characters|connect|crossing|deep|deprecated3|depth|dialect3|escaped|fast-paths|growth|http2|inflate|late|lines3|memory|not-found|patched-before|routes|serialize-head|sigterm|slices|stack|unchanged|waiting)\.test\.ts$/;
/** The number of test files that justifies another process. */
const FILES_PER_PROCESS = 8;

/** Those of `files` in these folders of `test/`, without the long ones. */
export function quickTests(files: readonly string[], folders: readonly string[]): string[] {
  return files.filter((file) => folders.includes(file.split('/')[1]!) && !LONG.test(file));
}

/**
 * Calls `run` for each process, with the arguments of Node and the number of test files in it. Loading the framework again for
 * each file would take longer than the tests.
 */
export async function inShares(
  tests: readonly string[],
  run: (args: string[], count: number) => Promise<boolean>,
): Promise<boolean> {
  const count = Math.min(availableParallelism(), Math.ceil(tests.length / FILES_PER_PROCESS));
  const scratch = `${root}.cache/check-${process.pid}-${calls++}/`;
  const shares = Array.from({ length: count }, (_, core) => tests.filter((_, i) => i % count === core));
  try {
    return (
      await Promise.all(
        shares.map((share, core) => run(argumentsFor(share, `${scratch}${core}.mjs`), share.length)),
      )
    ).every(Boolean);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function argumentsFor(tests: readonly string[], file: string): string[] {
  write(file, tests.map((test) => `await import('${pathToFileURL(root + test)}');\n`).join(''));
  const reporter = pathToFileURL(`${root}.build/reporter.mjs`).href;
  const narrow = pathToFileURL(`${root}.build/check/narrow.mjs`).href;
  return ['--import', 'tsx', '--import', narrow, `--test-reporter=${reporter}`, file];
}
