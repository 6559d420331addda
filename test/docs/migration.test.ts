import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { type Framework, lines } from '../support/api.js';
import { rows } from './probes.js';

const require = createRequire(import.meta.url);
const page = readFileSync(new URL('../../docs/migrating.md', import.meta.url), 'utf8');
const majors = [3, 4, 5] as const;

describe('the table of docs/migrating.md', () => {
  it('has the rows that are tested here', () => {
    assert.deepEqual(
      tableBelow('## What changes from 3 to 4 to 5'),
      rows.map(({ what }) => what),
    );
  });

  for (const { what, probe, found } of rows) {
    describe(what, () => {
      majors.forEach((major, index) => {
        it(`is correct for Express ${major}`, async () => {
          assert.deepEqual(await probe(require(`express${major}`)), found[index]);
        });
        const ours = (lines as Record<number, { maglev: Framework }>)[major]?.maglev;
        if (ours === undefined) return;
        it(`is correct for maglev ${major}.x`, async () => {
          assert.deepEqual(await probe(ours), found[index]);
        });
      });
    });
  }
});

/** The first cells of the first table below a heading. */
function tableBelow(heading: string): string[] {
  const lines = page.split('\n');
  const start = lines.findIndex((line, index) => index > lines.indexOf(heading) && line.startsWith('|---'));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 1, end).map((line) => line.split(' | ')[0]!.replace(/^\| /, ''));
}
