import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import {
  exchange,
  type Framework,
  type Line,
  lines,
  NO_MORE_BYTES,
  normalize,
  serialize,
} from '../support/api.js';
import { isComparable, programs, request } from '../support/api-arbitraries.js';
import { build, fixtures } from '../support/api-program.js';

const cases = Number(process.env.MAGLEV_CASES || 1000);
/** Some programs never respond. Files are read in far fewer turns. */
const QUIET_TURNS = 1000;
const seed = Number(process.env.MAGLEV_SEED || Date.now() % 2 ** 31);

let served = 0;

// Cookies with a lifetime would otherwise differ whenever the clock ticks between the two runs.
const { now } = Date;

before(() => {
  Date.now = () => 1_700_000_000_000;
});

after(() => {
  Date.now = now;
  fs.rmSync(fixtures, { recursive: true });
});

const wanted = (process.env.MAGLEV_EXPRESS ?? '5,4,3').split(',').map(Number) as Line[];

for (const line of wanted) {
  test(`any program of response calls gives the bytes Express ${line} gives (seed ${seed}, ${cases} cases)`, async () => {
    const { maglev, express } = lines[line];
    await fc.assert(
      fc.asyncProperty(programs[line], request, async (given, asked) => {
        fc.pre(isComparable(line, given, asked));
        const bytes = Buffer.concat([
          serialize({ ...asked, headers: { ...asked.headers, Connection: 'keep-alive' } }),
          // Pipelined behind it, this one makes the server close when the first is answered.
          serialize({ path: '/-end' }),
        ]);
        const run = () =>
          Promise.all([
            outcome(http.createServer(build(maglev, given)), bytes),
            outcome(build(maglev, given), bytes),
            outcome(build(express, given), bytes),
          ]);
        let answers = await run();
        // A response that never comes does not come the second time either.
        if (answers.some((answer) => answer.endsWith(NO_MORE_BYTES))) answers = await run();
        const [adopted, born, theirs] = answers;
        assert.equal(adopted, theirs);
        assert.equal(born, theirs);
      }),
      { numRuns: cases, seed, endOnFailure: false },
    );
  });
}

/** What comes back from an application, or from a server that somebody else made for it. */
async function outcome(subject: Framework, bytes: Buffer): Promise<string> {
  const socket = path.join(fixtures, `${served++}.sock`);
  const server: http.Server = await new Promise((resolve) => {
    const made = subject.listen(socket, () => resolve(made));
  });
  const raw = (await exchange({ path: socket }, bytes, QUIET_TURNS)).toString('latin1');
  server.close();
  return normalize(raw);
}
