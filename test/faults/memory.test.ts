/** Faults leave nothing behind: after all of them have happened again and again, memory and open files are as before. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Line } from '../support/api.js';
import { Patient } from './conversation.js';
import { faults } from './table/index.js';

/** The first rounds fill caches and make the engine compile. */
const WARM_UP = 2;
const ROUNDS = 2;
/** Bytes a fault may leave on average; one request that is kept is ten times as much. */
const ALLOWED = 1500;

/** One of each kind is enough here; the others differ in what is thrown. */
const REPEATED = Object.entries(faults).filter(([name]) =>
  /^a handler (never|begins|answers|destroys|rejects with an error$)|^an error handler [^t]|small file|breaks off|client (leaves|resets)/.test(
    name,
  ),
);

for (const line of [5, 4, 3] as Line[]) {
  describe(`what faults leave behind in ${line}.x`, () => {
    test('is nothing', { timeout: 120_000 }, async (t) => {
      const patient = new Patient('maglev', line);
      const names = REPEATED.flatMap(([name, { lines }]) => (lines?.includes(line) === false ? [] : name));
      const rounds = async (count: number): Promise<{ heap: number; files: number }> => {
        for (let round = 0; round < count; round++) for (const name of names) await patient.suffer(name);
        return patient.usage();
      };
      try {
        const before = await rounds(WARM_UP);
        const after = await rounds(ROUNDS);
        const growth = (after.heap - before.heap) / (ROUNDS * names.length);
        t.diagnostic(`${names.length} faults, ${Math.round(growth)} bytes each, ${after.files} files open`);
        assert.ok(growth < ALLOWED, `${growth} bytes a fault`);
        assert.equal(after.files, before.files);
      } finally {
        await patient.stop();
      }
    });
  });
}
