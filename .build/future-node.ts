// Runs the core of the tests where something is missing that maglev uses, or something is forbidden: test/future/conditions.ts.
//   node --import tsx .build/future-node.ts [words of a condition ...] [part of a file name, as test/api ...]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nodeOf } from '../bench/nodes.js';
import { conditionsOn } from '../test/future/conditions.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const CORE = ['test/api', 'test/response', 'test/dispatch', 'test/hostile'];

const isFile = (argument: string): boolean => argument.startsWith('test/');
const given = process.argv.slice(2);
const words = given.filter((argument) => !isFile(argument));
const files = given.some(isFile) ? given.filter(isFile) : CORE;

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

const failed = conditions.filter(([name, flags]) => {
  console.log(`\nNode ${version.trim()}: ${name}`);
  const args = ['--import', 'tsx', '.build/test.ts', ...flags, ...files];
  const env = { ...process.env, MAGLEV_TEST_CONDITION: name };
  return spawnSync(binary, args, { cwd: root, env, stdio: 'inherit' }).status !== 0;
});
console.log(`\n${conditions.length - failed.length} of ${conditions.length} conditions passed`);
for (const [name] of failed) console.error(`failed: ${name}`);
if (failed.length > 0) process.exitCode = 1;
