import { describe } from 'node:test';
import { flags, type Installation } from '../package/project.js';
import { testBench } from './bench.js';
import { testCheck } from './check.js';
import { testFixes } from './check-fixes.js';
import { testCompare } from './compare.js';
import { testCompareState } from './compare-state.js';
import { testCompareVerdicts } from './compare-verdicts.js';
import { testPage } from './page.js';
import { testProblems } from './problems.js';
import { testRoutes } from './routes.js';

/** The command, as users run it. */
export function testCommand(installed: () => Installation): void {
  // Its processes do not inherit the flags of this one, so a second run would repeat the first.
  describe('has a command', { skip: flags.length > 0 && 'its processes have their own flags' }, () => {
    for (const test of [
      testRoutes,
      testCheck,
      testFixes,
      testProblems,
      testPage,
      testCompare,
      testCompareVerdicts,
      testCompareState,
      testBench,
    ])
      test(installed);
  });
}
