/** The routing fuzzer: one property per major version. The tests run some thousand cases, `fuzz` any number. */
import fc from 'fast-check';
import { type Engine, forceEngine } from '../../src/registration/table.js';
import { endless } from '../support/api-express3.js';
import { Comparison } from './compare.js';
import { arbitraryCase, type Case, type Grammar } from './model.js';
import { maglev3, maglev4, maglev5, realExpress3, realExpress4, realExpress5 } from './sides.js';

export const LINES = {
  5: { grammar: 5 as Grammar, expected: realExpress5, actual: maglev5 },
  4: { grammar: 4 as Grammar, expected: realExpress4, actual: maglev4 },
  3: { grammar: 3 as Grammar, expected: realExpress3, actual: maglev3 },
};
export type LineName = keyof typeof LINES;

/** How the side under test finds its layers. Each mode must give the same responses. */
type Mode = Engine | 'precompiled';
const MODES: readonly Mode[] = ['trie', 'trie', 'trie', 'trie', 'trie', 'scan', 'auto', 'precompiled'];

export interface FuzzOptions {
  cases: number;
  seed: number;
  path?: string | undefined;
  progress?: boolean;
}

/** Returns null if no case differs, else a report with the smallest difference found. */
export async function fuzzRouting(line: LineName, options: FuzzOptions): Promise<string | null> {
  const { grammar, expected, actual } = LINES[line];
  const comparison = await Comparison.open(expected, actual);
  let done = 0;
  process.on('uncaughtException', noteDeath);
  const property = fc.asyncProperty(arbitraryCase(grammar), fc.constantFrom(...MODES), async (spec, mode) => {
    if (options.progress && ++done % 1000 === 0)
      process.stderr.write(`\r${line}.x: ${done}/${options.cases} cases`);
    expressDied = false;
    const { searches } = endless;
    const found = await runCase(comparison, spec, mode);
    if (found !== null && !expressDied && searches === endless.searches) throw new Error(found);
  });
  try {
    const { seed, cases, path } = options;
    const details = await fc.check(property, { seed, numRuns: cases, ...(path ? { path } : {}) });
    if (options.progress) process.stderr.write('\n');
    if (!details.failed) return null;
    const [spec, mode] = details.counterexample!;
    const message =
      details.errorInstance instanceof Error ? details.errorInstance.message : details.errorInstance;
    return [
      `a divergence after ${details.numRuns} cases (mode ${mode})`,
      `${message}`,
      `case: ${JSON.stringify(spec)}`,
      `replay: npm run fuzz -- --express ${line} --cases 1 --seed ${details.seed} --path ${details.counterexamplePath}`,
    ].join('\n');
  } finally {
    forceEngine('auto');
    process.off('uncaughtException', noteDeath);
    await comparison.close();
  }
}

async function runCase(comparison: Comparison, spec: Case, mode: Mode): Promise<string | null> {
  forceEngine(mode === 'precompiled' ? 'auto' : mode);
  return comparison.run(spec, (app) => {
    if (mode === 'precompiled') app.compile();
  });
}

let expressDied = false;

/**
 * Express crashes on some handlers that call `next` twice: its final handler responds twice, or a parameter callback
 * continues after the request has left the router. These cases are not comparable.
 */
function noteDeath(error: NodeJS.ErrnoException): void {
  if (error.code === 'ERR_HTTP_HEADERS_SENT') return;
  if (!/node_modules.(router|express[34]|connect)\b/.test(String(error.stack))) throw error;
  expressDied = true;
}
