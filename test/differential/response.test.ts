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
import { casesFrom } from './settings.js';

const cases = casesFrom(process.env, 1000);
/** Ticks without data after which a program counts as never responding. Files are read in far fewer ticks. */
const QUIET_TURNS = 1000;
const seed = Number(process.env.MAGLEV_SEED || Date.now() % 2 ** 31);

let served = 0;

// Otherwise cookies with a maxAge would differ when the clock advances between the two runs.
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
  test(`sends the same bytes as Express ${line} for any program of response calls (seed ${seed}, ${cases} cases)`, async () => {
    const { maglev, express } = lines[line];
    await fc.assert(
      fc.asyncProperty(programs[line], request, async (given, options) => {
        fc.pre(isComparable(line, given, options));
        const bytes = Buffer.concat([
          serialize({ ...options, headers: { ...options.headers, Connection: 'keep-alive' } }),
          // Pipelined after it, this request makes the server close after the first response.
          serialize({ path: '/-end' }),
        ]);
        const run = () =>
          Promise.all([
            outcome(http.createServer(build(maglev, given)), bytes),
            outcome(build(maglev, given), bytes),
            outcome(build(express, given), bytes),
          ]);
        let responses = await run();
        // A program that never responds does not respond the second time either.
        if (responses.some((response) => response.endsWith(NO_MORE_BYTES))) responses = await run();
        const [created, listening, theirs] = responses;
        assert.equal(created, theirs);
        assert.equal(listening, theirs);
      }),
      { numRuns: cases, seed, endOnFailure: false },
    );
  });
}

/** The bytes received from an application, or from a server that the test created for it. */
async function outcome(subject: Framework, bytes: Buffer): Promise<string> {
  const socket = path.join(fixtures, `${served++}.sock`);
  const server: http.Server = await new Promise((resolve) => {
    const made = subject.listen(socket, () => resolve(made));
  });
  const raw = (await exchange({ path: socket }, bytes, QUIET_TURNS)).toString('latin1');
  server.close();
  return normalize(raw);
}
