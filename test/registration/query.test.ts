import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type Framework, lines } from '../support/api.js';
import { cases } from '../support/cases.js';

const RUNS = { seed: Number(process.env.MAGLEV_SEED ?? Date.now() % 1_000_000_000), numRuns: cases(1000) };

/** Parts of query strings: names, separators, and valid and invalid escapes. */
const parts = fc.constantFrom(
  ...[
    'a',
    'b',
    'name',
    '0',
    '10',
    'toString',
    '__proto__',
    'constructor',
    'length',
    'é',
    ' ',
    '.',
    ',',
    ';',
    '?',
  ],
  ...['&', '&', '&', '=', '=', '=', '+', '%20', '%26', '%3D', '%C3%A9', '%C3', '%', '%zz', '%5', '%5f'],
  ...['[', ']', '[]', '[0]', '%5B', '%5d', '&#233;', '%00'],
);
/** How often one name is repeated: mostly not at all, or close to the limits. */
const COPIES = [...Array(20).fill(0), 18, 19, 20, 21, 22, 1001];
/** Long strings are parsed differently from short ones. */
const FILLINGS = ['', '', `&filled=${'x'.repeat(256)}`];
const queries = fc
  .tuple(fc.array(parts, { maxLength: 24 }), fc.constantFrom(...COPIES), fc.constantFrom(...FILLINGS))
  .map(([list, copies, filling]) => list.join('') + '&a=1'.repeat(copies) + filling);

for (const line of [5, 4] as const) {
  test(`extended queries of ${line}.x are parsed as in Express`, (t) => {
    t.diagnostic(`seed ${RUNS.seed}`);
    const [ours, theirs] = [lines[line].maglev, lines[line].express].map(extendedParser) as [Parse, Parse];
    const property = fc.property(queries, (query) => {
      const [got, expected] = [ours(query), theirs(query)];
      assert.deepStrictEqual(got, expected);
      assert.deepEqual(Object.keys(got), Object.keys(expected));
    });
    fc.assert(property, RUNS);
  });

  test(`extended queries of ${line}.x can be missing, or values that are not strings`, () => {
    const [ours, theirs] = [lines[line].maglev, lines[line].express].map(extendedParser) as [Parse, Parse];
    for (const query of [null, undefined, '', { a: '1', 'b[c]': '2' }])
      assert.deepStrictEqual(ours(query), theirs(query));
  });
}

type Parse = (query: unknown) => object;

function extendedParser(framework: Framework): Parse {
  return framework().set('query parser', 'extended').get('query parser fn');
}
