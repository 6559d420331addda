/** The parsers of 4.x beside those that Express 4 comes with, on the uploads that the parsers of 5.x are tried with. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { lines } from '../support/api.js';
import { type UploadSpec, upload } from './parsers-model.js';
import { observe } from './parsers-run.js';
import { casesFrom, seedFrom } from './parsers-settings.js';

const cases = casesFrom(process.env, 600);
const seed = seedFrom(process.env);

const POISONED = "(hidden) message: 'Object contains forbidden prototype property'";

/** The iconv-lite of 4.x takes members of every object for charsets, and dies of them in one way or another. */
const isCharset = ({ contentType }: UploadSpec): boolean =>
  !/constructor|__proto__/.test(String(contentType));

test(`${cases} uploads are read as by the parsers of Express 4 (seed ${seed})`, async () => {
  const { maglev, express } = lines[4];
  await fc.assert(
    fc.asyncProperty(upload.filter(isCharset), async (spec) => {
      // Inflating is a race with the request's end, on both sides: a difference has to show each time.
      for (let attempts = spec.contentEncoding === null ? 1 : 6; attempts > 0; attempts--) {
        const [expected, actual] = await Promise.all([observe(express, spec), observe(maglev, spec)]);
        if (actual.join() === expected.join() || (spec.options.guarded && actual.includes(POISONED))) return;
        if (attempts === 1) assert.deepEqual(actual, expected);
      }
    }),
    { numRuns: cases, seed },
  );
});
