/** On a Node that lacks something that maglev uses, it responds as Express does, and prints no warning that Express does not print. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SIDES, type SideName } from '../support/frameworks.js';
import { CONDITIONS } from './conditions.js';

const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url));

/** The last line of what it prints for a release line. */
const END = 'END OF ';

/** What it answers, and the warnings of Node, without numbers of processes. */
async function run(
  side: SideName,
  flags: readonly string[],
): Promise<{ answers: string; warnings: string[] }> {
  const child = spawn(process.execPath, [...flags, '--import', 'tsx', PROGRAM, side], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const [answers, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  const warnings = errors.split('\n').filter((line) => /^\(node:\d+\)/.test(line));
  const failure = child.exitCode === 0 ? '' : `ended with ${child.exitCode}: ${errors}`;
  return { answers: answers + failure, warnings: warnings.map((line) => line.replace(/\d+/, '')).sort() };
}

describe('the answers are those of Express, with no other warnings', { concurrency: 2 }, () => {
  for (const [condition, flags] of Object.entries({ 'nothing is missing': [], ...CONDITIONS })) {
    it(`if ${condition}`, async () => {
      const [express, maglev] = await Promise.all(SIDES.map((side) => run(side, flags)));
      // With some of these, Express 3 does not come to its end.
      const whole = express!.answers.slice(0, express!.answers.lastIndexOf(END) + 'END OF 5.x'.length);
      assert.match(whole, /^END OF 5\.x$/m, express!.answers);
      assert.equal(maglev!.answers.slice(0, whole.length), whole);
      const more = maglev!.warnings.filter((warning) => !express!.warnings.includes(warning));
      assert.deepEqual(more, []);
    });
  }
});
