/** Everything that can go wrong, on Express and on maglev: the same answer, the same errors, the same log, and it lives. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Line } from '../support/api.js';
import { HANGS } from '../support/patience.js';
import { type Outcome, Patient } from './conversation.js';
import { faults } from './table/index.js';

for (const line of [5, 4, 3] as Line[]) {
  describe(`faults in ${line}.x`, { concurrency: false }, () => {
    let express: Patient;
    let maglev: Patient;
    before(() => {
      express = new Patient('express', line);
      maglev = new Patient('maglev', line);
    });
    after(() => Promise.all([express.stop(), maglev.stop()]));

    for (const [name, { lines, parses, fallsShort }] of Object.entries(faults)) {
      if (lines && !lines.includes(line)) continue;
      test(name, { timeout: HANGS }, async () => {
        const [expected, actual] = await Promise.all([express.suffer(name), maglev.suffer(name)]);
        const view = fallsShort ? uptoShortage : parses && line === 3 ? roughly : exactly;
        assert.deepEqual(view(actual), view(expected));
        if (fallsShort) assert.ok(!actual.seen.endsWith('next'), 'the connection is closed');
        assert.match(actual.next, /\r\n\r\nnext$/);
      });
    }
  });
}

function exactly(outcome: Outcome): unknown {
  return outcome;
}

/** How often which status reached the error handlers, instead of the words of notes and log. */
function roughly({ seen, told }: Outcome): unknown {
  const errors = told.filter((entry) => entry.startsWith('error '));
  return { seen, errors: errors.map((entry) => /\b[45]\d\d\b/.exec(entry)?.[0]), entries: told.length };
}

/** What is sent of an answer that falls short; ours says that it is the last where it is not too late for that. */
function uptoShortage({ seen, next, told }: Outcome): unknown {
  const [, answer] = seen.split('HTTP/1.1 ');
  return { answer: answer!.replace(/(Connection|Keep-Alive): .*\r\n/g, ''), next, told };
}
