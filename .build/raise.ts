// Upgrades the Express that the tests compare with to the newest of each line, prints how it differs from the previous one, runs
// everything on it, and prints the tests that fail: those show what maglev has to change.
//   node --import tsx .build/raise.ts [--no-tests]
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { npm } from '../bench/npm.js';
import { pages } from './docs/markdown.js';
import { linesOf, readManifest } from './manifest.js';
import { oracleOf } from './oracle.js';
import { describeOracle, differencesOf, failuresIn, isNewer, withPlatforms } from './raised.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const ecosystem = `${root}test/ecosystem/`;
/** Files that contain the version of Express. */
const DOCUMENTS = [...pages, 'CHANGELOG.md'];
/** All suites that compare with Express. */
const SUITES = ['test', 'test:swap', 'test:ecosystem'];

const raised = linesOf(readManifest(root)).flatMap(([major]) => raise(major));
if (raised.length === 0) console.log('The tests already compare with the newest Express of each line.');
else if (!process.argv.includes('--no-tests')) process.exitCode = await runAll();

/** Installs the newest Express of a line, and prints what is new in it. */
function raise(major: string): string[] {
  const { version } = oracleOf(major);
  const newest = newestOf(major);
  if (!isNewer(newest, version)) return [];
  console.log(`Express ${major}: ${version} becomes ${newest}`);
  const before = describeOracle(`${root}node_modules/express${major}/`);
  const spec = `express${major}@npm:express@^${newest}`;
  npm(root, 'install', '--save-dev', spec);
  const { dependencies, overrides } = JSON.parse(readFileSync(`${ecosystem}package.json`, 'utf8'));
  if (dependencies[`express${major}`]) {
    if (overrides.express === `^${version}`) npm(ecosystem, 'pkg', 'set', `overrides.express=^${newest}`);
    const lock = `${ecosystem}package-lock.json`;
    const before = readFileSync(lock, 'utf8');
    npm(ecosystem, 'install', '--package-lock-only', spec);
    writeFileSync(lock, withPlatforms(before, readFileSync(lock, 'utf8')));
  }
  for (const file of DOCUMENTS) {
    const text = readFileSync(root + file, 'utf8');
    writeFileSync(root + file, text.replaceAll(new RegExp(`(?<![\\d.^])${version}(?![\\d])`, 'g'), newest));
  }
  const after = describeOracle(`${root}node_modules/express${major}/`);
  for (const line of differencesOf(before, after)) console.log(`  ${line}`);
  return [newest];
}

function newestOf(major: string): string {
  const listed = JSON.parse(npm(root, 'view', `express@^${major}`, 'version', '--json'));
  return [listed].flat().reduce((newest: string, one: string) => (isNewer(one, newest) ? one : newest));
}

/** Runs every suite to its end, even after failures; returns the exit code. */
async function runAll(): Promise<number> {
  const failed: string[] = [];
  for (const suite of SUITES) {
    console.log(`\nnpm run ${suite}`);
    const { status, output } = await run(suite);
    const names = failuresIn(output);
    failed.push(...names.map((name) => `${suite}: ${name}`));
    if (status !== 0 && names.length === 0) failed.push(`${suite}: ended with ${status}`);
  }
  if (failed.length === 0) console.log('\nmaglev matches it: everything passes.');
  else console.log(`\nmaglev differs from it in ${failed.length}:\n${failed.join('\n')}`);
  return failed.length === 0 ? 0 : 1;
}

function run(suite: string): Promise<{ status: number | null; output: string }> {
  const child = spawn('npm', ['run', suite], {
    cwd: root,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  child.stdout.pipe(process.stdout, { end: false });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
}
