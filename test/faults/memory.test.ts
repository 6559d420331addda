/** Faults leave no leaks: applications, requests, responses and sockets are collected, files are closed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Line } from '../support/api.js';
import { HANGS } from '../support/patience.js';
import { FaultRunner } from './fault-runner.js';
import { faults } from './table/index.js';

/** One value for each way of throwing is enough here. */
const isRepetition = /(throws|forwards|rejects with) (?!an error$|a frozen error)/;
/** Runs last, because Node may hold the most recent request: it reuses its parsers. */
const LAST = 'a client that does not send HTTP';

for (const line of [5, 4, 3] as Line[]) {
  describe(`memory after faults in ${line}.x`, () => {
    test('leaks no objects and no files', { timeout: HANGS }, async (t) => {
      const runner = new FaultRunner('maglev', line);
      try {
        await runner.run(LAST);
        const { files } = await runner.leaks();
        for (const [name, { lines }] of Object.entries(faults)) {
          if (!isRepetition.test(name) && lines?.includes(line) !== false) await runner.run(name);
        }
        await runner.run(LAST);
        const leaks = await runner.leaks();
        t.diagnostic(`${leaks.files} files open`);
        assert.deepEqual(leaks.objects, []);
        // Node may have closed some of its own files meanwhile.
        assert.ok(leaks.files <= files, `${files} files were open before`);
      } finally {
        await runner.stop();
      }
    });
  });
}
