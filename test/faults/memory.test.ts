/** Faults leave nothing behind: applications, requests, responses and sockets are garbage, files are closed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Line } from '../support/api.js';
import { HANGS } from '../support/patience.js';
import { Patient } from './conversation.js';
import { faults } from './table/index.js';

/** Of what is thrown, one of each way of throwing is enough here. */
const isRepetition = /(throws|passes on|rejects with) (?!an error$|a frozen error)/;
/** The last of all may still be held by Node itself, which reuses what it reads requests with. */
const LAST = 'a client that does not speak HTTP';

for (const line of [5, 4, 3] as Line[]) {
  describe(`what faults leave behind in ${line}.x`, () => {
    test('is nothing', { timeout: HANGS }, async (t) => {
      const patient = new Patient('maglev', line);
      try {
        await patient.suffer(LAST);
        const { files } = await patient.remains();
        for (const [name, { lines }] of Object.entries(faults)) {
          if (!isRepetition.test(name) && lines?.includes(line) !== false) await patient.suffer(name);
        }
        await patient.suffer(LAST);
        const remains = await patient.remains();
        t.diagnostic(`${remains.files} files open`);
        assert.deepEqual(remains.objects, []);
        // Node may have closed files of its own meanwhile.
        assert.ok(remains.files <= files, `${files} files were open before`);
      } finally {
        await patient.stop();
      }
    });
  });
}
