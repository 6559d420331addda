// Loaded by `node --import maglev/register` or `node --require maglev/register`: requests for Express, in either module
// system, then get maglev.
import { readPlan } from './register/plan.js';
import { redirect } from './register/redirect.js';

redirect(readPlan(process.env, exitWithMessage));

/** Without the stack, which would only show this file. */
function exitWithMessage(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
