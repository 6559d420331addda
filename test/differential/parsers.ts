/** The property: for every upload, maglev's parsers behave like body-parser. */
import { createRequire } from 'node:module';
import fc from 'fast-check';
import * as parsers from '../../src/parsers.js';
import v4 from '../../src/v4.js';
import { type UploadSpec, upload } from './parsers-model.js';
import { observe, type Parsers } from './parsers-run.js';

const require = createRequire(import.meta.url);

export interface Pair {
  real: Parsers;
  ours: Parsers;
  /** Excludes uploads that crash body-parser. */
  survives(spec: UploadSpec): boolean;
}

/** By the version of body-parser: Express 5.x uses 2.x, Express 4.x uses 1.x. */
export const PAIRS: Record<string, Pair> = {
  '2.x': { real: require('body-parser'), ours: parsers as unknown as Parsers, survives: () => true },
  '1.x': {
    real: require('express4'),
    ours: v4 as unknown as Parsers,
    // Their iconv-lite accepts members of Object.prototype as charsets.
    survives: ({ contentType }) => !/constructor|__proto__/.test(String(contentType)),
  },
};

export interface FuzzOptions {
  cases: number;
  seed: number;
  path?: string | undefined;
  progress?: boolean;
}

const POISONED = 'Object contains forbidden prototype property';

/** Returns null if no upload differs, else a report with the smallest difference found. */
export async function fuzzParsers(name: string, options: FuzzOptions): Promise<string | null> {
  const pair = PAIRS[name]!;
  let done = 0;
  const property = fc.asyncProperty(upload.filter(pair.survives), async (spec) => {
    if (options.progress && ++done % 1000 === 0) process.stderr.write(`\r${name}: ${done}/${options.cases}`);
    const found = await lastingDifference(pair, spec);
    if (found !== null) throw new Error(found);
  });
  const { seed, cases, path } = options;
  const details = await fc.check(property, { seed, numRuns: cases, ...(path ? { path } : {}) });
  if (options.progress) process.stderr.write('\n');
  if (!details.failed) return null;
  return [
    `a divergence after ${details.numRuns} cases`,
    `${(details.errorInstance as Error).message}`,
    `case: ${JSON.stringify(details.counterexample![0])}`,
    `replay: MAGLEV_PATH=${details.counterexamplePath} MAGLEV_SEED=${details.seed} npm run fuzz:parsers -- ${name}`,
  ].join('\n');
}

/** Inflating races with the end of the request, in body-parser too. A difference has to recur each time. */
async function lastingDifference(pair: Pair, spec: UploadSpec): Promise<string | null> {
  let found = await difference(pair, spec);
  const attempts = spec.contentEncoding === null ? 0 : 5;
  for (let i = 0; i < attempts && found !== null; i++) found = await difference(pair, spec);
  return found;
}

async function difference({ real, ours }: Pair, spec: UploadSpec): Promise<string | null> {
  const [expected, actual] = await Promise.all([observe(real, spec), observe(ours, spec)]);
  // Rejecting prototype pollution is a deliberate difference, which has its own tests.
  if (spec.options.guarded && actual.some((line) => line === `(hidden) message: '${POISONED}'`)) return null;
  for (let i = 0; i < Math.max(expected.length, actual.length); i++) {
    if (expected[i] === actual[i]) continue;
    return [`step ${i}:`, `  - ${expected[i]}`, `  + ${actual[i]}`].join('\n');
  }
  return null;
}
