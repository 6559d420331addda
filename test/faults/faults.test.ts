/** Runs all faults on Express and on maglev, and expects the same response, errors and log, and a live process. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Line } from '../support/api.js';
import { HANGS } from '../support/patience.js';
import { FaultRunner, type Outcome } from './fault-runner.js';
import { faults } from './table/index.js';

for (const line of [5, 4, 3] as Line[]) {
  describe(`faults in ${line}.x`, { concurrency: false }, () => {
    let express: FaultRunner;
    let maglev: FaultRunner;
    before(() => {
      express = new FaultRunner('express', line);
      maglev = new FaultRunner('maglev', line);
    });
    after(() => Promise.all([express.stop(), maglev.stop()]));

    for (const [name, { lines, parses, fallsShort }] of Object.entries(faults)) {
      if (lines && !lines.includes(line)) continue;
      test(name, { timeout: HANGS }, async () => {
        const [expected, actual] = await Promise.all([express.run(name), maglev.run(name)]);
        const view = fallsShort ? uptoShortage : parses && line === 3 ? roughly : exactly;
        assert.deepEqual(view(actual), view(expected));
        if (fallsShort) assert.ok(!actual.received.endsWith('next'), 'the connection is closed');
        assert.match(actual.next, /\r\n\r\nnext$/);
      });
    }
  });
}

function exactly(outcome: Outcome): unknown {
  return outcome;
}

/** Compares the statuses that reached the error handlers, instead of the text of notes and log. */
function roughly({ received, events }: Outcome): unknown {
  const errors = events.filter((entry) => entry.startsWith('error '));
  return { received, errors: errors.map((entry) => /\b[45]\d\d\b/.exec(entry)?.[0]), entries: events.length };
}

/** The bytes of a response that is too short. maglev marks it as the last on its connection if it is not too late. */
function uptoShortage({ received, next, events }: Outcome): unknown {
  const [, response] = received.split('HTTP/1.1 ');
  return { response: response!.replace(/(Connection|Keep-Alive): .*\r\n/g, ''), next, events };
}
