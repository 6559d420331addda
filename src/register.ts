// Loaded before an application, by `node --import maglev/register` or `node --require maglev/register`: whoever then asks
// for Express, in either module system, gets maglev.
import { readPlan } from './register/plan.js';
import { redirect } from './register/redirect.js';

redirect(readPlan(process.env, complain));

/** Whoever starts a program with a wrong setting wants a sentence, not the stack of this file. */
function complain(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
