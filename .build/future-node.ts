// Runs the core of the tests where something is missing that maglev uses, or something is forbidden: test/future/conditions.ts.
//   node --import tsx .build/future-node.ts [--all] [words of a condition ...] [part of a file name, as test/api ...]
// Without `--all`, only the tests that take seconds, as in `npm run check`.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { nodeOf } from '../bench/nodes.js';
import { conditionsOn } from '../test/future/conditions.js';
import { inShares, quickTests } from './check/quick.js';
import { run } from './check/run.js';
import { testFiles } from './test-files.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const CORE = ['api', 'response', 'dispatch', 'hostile'];

const isFile = (argument: string): boolean => argument.startsWith('test/');
const given = process.argv.slice(2);
const all = given.includes('--all');
const words = given.filter((argument) => !isFile(argument) && argument !== '--all');
const parts = given.some(isFile) ? given.filter(isFile) : CORE.map((folder) => `test/${folder}/`);
const files = testFiles(root).filter((file) => parts.some((part) => file.includes(part)));

// The next version differs least from the newest.
const binary = nodeOf();
const { stdout: version } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
const conditions = Object.entries(conditionsOn(Number.parseInt(version.slice(1), 10))).filter(
  ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
);
if (conditions.length === 0) {
  console.error(`No condition matches ${words.join(', ')}.`);
  process.exit(1);
}

const failed: string[] = [];
console.log(`\nNode ${version.trim()}`);
const waiting = [...conditions];
// `runAll` uses all cores. The processes of quick tests often wait, so several conditions are tested at the same time.
const atOnce = all ? 1 : availableParallelism();
await Promise.all(Array.from({ length: atOnce }, runConditions));
console.log(`\n${conditions.length - failed.length} of ${conditions.length} conditions passed`);
for (const condition of failed) console.error(`failed: ${condition}`);
if (failed.length > 0) process.exitCode = 1;

async function runConditions(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [condition, flags] = next;
    const passed = all ? runAll(condition, flags) : await runQuick(condition, flags);
    if (!passed) failed.push(condition);
  }
}

function runAll(condition: string, flags: readonly string[]): boolean {
  console.log(condition);
  const args = ['--import', 'tsx', '.build/test.ts', ...flags, ...parts];
  const env = { ...process.env, MAGLEV_TEST_CONDITION: condition };
  return spawnSync(binary, args, { cwd: root, env, stdio: 'inherit' }).status === 0;
}

function runQuick(condition: string, flags: readonly string[]): Promise<boolean> {
  return inShares(quickTests(files, CORE), (args, count) =>
    run(`${condition}: tests of ${count} files`, [...flags, ...args], binary, {
      MAGLEV_TEST_CONDITION: condition,
    }),
  );
}
