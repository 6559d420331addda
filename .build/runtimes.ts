// Runs the tests on several versions of Node, whose binaries come from the npm package `node`.
//   node --import tsx .build/runtimes.ts [major ...] [part of a file name ...]
import { spawn, spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAJORS, runtime } from '../bench/nodes.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The lines of the test runner's summary, which are the columns of the table. */
const FIGURES = ['tests', 'pass', 'fail', 'skipped'];

const isMajor = (argument: string): boolean => /^\d+$/.test(argument);
const wanted = process.argv.slice(2);
const majors = wanted.some(isMajor) ? wanted.filter(isMajor) : MAJORS;
const parts = wanted.filter((argument) => !isMajor(argument));

const results: { node: string; status: number | null; output: string }[] = [];
for (const major of majors) {
  const binary = install(major);
  const node = spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`\nNode ${node}`);
  results.push({ node, ...(await runTests(binary)) });
}

console.log(`\n| Node | ${FIGURES.join(' | ')} | seconds |\n|---|${'---:|'.repeat(FIGURES.length + 1)}`);
for (const { node, output } of results) {
  const seconds = Math.round(Number(figure(output, 'duration_ms')) / 1000);
  console.log(`| ${node} | ${FIGURES.map((name) => figure(output, name)).join(' | ')} | ${seconds} |`);
}
if (results.some(({ status }) => status !== 0)) process.exitCode = 1;

function install(major: string): string {
  try {
    return runtime(major);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

function runTests(binary: string): Promise<{ status: number | null; output: string }> {
  // Programs that the tests start by name, such as npm, have to run on this version too.
  const PATH = `${dirname(binary)}${delimiter}${process.env.PATH}`;
  const child = spawn(binary, ['--import', 'tsx', '.build/test.ts', ...parts], {
    cwd: root,
    env: { ...process.env, PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  child.stdout.pipe(process.stdout, { end: false });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
}

function figure(output: string, name: string): string {
  return new RegExp(`^ℹ ${name} ([\\d.]+)`, 'm').exec(output)?.[1] ?? '-';
}
