/** Programs that patch, hold and change internals: on maglev they observe the same as on Express. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Line } from '../support/api.js';
import { isQuick } from '../support/cases.js';
import { Child } from '../support/child.js';
import { SIDES, type SideName } from '../support/frameworks.js';
import { HANGS } from '../support/patience.js';
import { attacks } from './table/index.js';

const env = { NODE_ENV: 'production', NO_DEPRECATION: '*', NODE_NO_WARNINGS: '1' };

for (const line of [5, 4, 3] as Line[]) {
  describe(`attacks on ${line}.x`, { concurrency: false }, () => {
    let shared: Child[];
    before(() => {
      shared = SIDES.map((side) => start(side, line));
    });
    after(() => Promise.all(shared.map((child) => child.stop())));

    for (const [name, attack] of Object.entries(attacks)) {
      if (attack.lines && !attack.lines.includes(line)) continue;
      const isAlone = attack.isolated || attack.before;
      // Each starts two processes.
      if (isAlone && isQuick) continue;
      test(name, { timeout: HANGS }, async () => {
        const children = isAlone ? SIDES.map((side) => start(side, line, name)) : shared;
        try {
          const [express, maglev] = await Promise.all(children.map((child) => child.call('run', name)));
          assert.deepEqual(maglev, express);
        } finally {
          if (isAlone) await Promise.all(children.map((child) => child.stop()));
        }
      });
    }
  });
}

function start(side: SideName, line: Line, ...attack: string[]): Child {
  return new Child(new URL('attacked.ts', import.meta.url), [side, String(line), ...attack], { env });
}
