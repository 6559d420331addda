import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { exchange, type Framework, implementations, normalize, serialize } from '../support/api.js';
import { program, request } from '../support/api-arbitraries.js';
import { build, fixtures, type Program } from '../support/api-program.js';

const cases = Number(process.env.MAGLEV_CASES || 1500);
const seed = Number(process.env.MAGLEV_SEED || Date.now() % 2 ** 31);

interface Subject {
  server: http.Server;
  socket: string;
  app: Framework;
}

const subjects: Record<string, Subject> = {};

// Cookies with a lifetime would otherwise differ whenever the clock ticks between the two runs.
const { now } = Date;

before(async () => {
  Date.now = () => 1_700_000_000_000;
  for (const name of Object.keys(implementations)) {
    const subject: Subject = {
      server: http.createServer((req, res) => (req.url === '/-end' ? res.end() : subject.app(req, res))),
      socket: path.join(fixtures, `${name}.sock`),
      app: undefined,
    };
    subjects[name] = subject;
    await new Promise<void>((resolve) => subject.server.listen(subject.socket, resolve));
  }
});

after(() => {
  Date.now = now;
  for (const { server } of Object.values(subjects)) server.close();
  fs.rmSync(fixtures, { recursive: true });
});

test(`any program of response calls gives the bytes Express gives (seed ${seed}, ${cases} cases)`, async () => {
  await fc.assert(
    fc.asyncProperty(program, request, async (given, asked) => {
      const bytes = Buffer.concat([
        serialize({ ...asked, headers: { ...asked.headers, Connection: 'keep-alive' } }),
        // Pipelined behind it, this one makes the server close when the first is answered.
        serialize({ path: '/-end' }),
      ]);
      const [ours, theirs] = await Promise.all([
        outcome('maglev', given, bytes),
        outcome('express', given, bytes),
      ]);
      assert.equal(ours, theirs);
    }),
    { numRuns: cases, seed, endOnFailure: false },
  );
});

async function outcome(name: string, given: Program, bytes: Buffer): Promise<string> {
  const subject = subjects[name]!;
  subject.app = build(implementations[name], given);
  return normalize((await exchange({ path: subject.socket }, bytes)).toString('latin1'));
}
