// Loaded before an application, by `node --import maglev/register` or `node --require maglev/register`: whoever then asks
// for Express, in either module system, gets maglev.
import Module from 'node:module';
import * as hooks from './register/hooks.js';
import { readPlan } from './register/plan.js';
import { Redirection } from './register/redirection.js';

interface Loader {
  _resolveFilename(request: string, parent: { filename?: string } | undefined, ...rest: unknown[]): string;
  register(url: string, options: { data: unknown }): void;
  /** Only in Node 22.15 and later, where `register` is on its way out. */
  registerHooks?(synchronous: Pick<typeof hooks, 'resolve'>): void;
}

const loader = Module as unknown as Loader;
const plan = readPlan(process.env, complain);

redirectRequires(new Redirection(plan, 'require'));
if (loader.registerHooks) {
  hooks.initialize(plan);
  loader.registerHooks({ resolve: hooks.resolve });
} else {
  loader.register(new URL('./register/hooks.js', import.meta.url).href, { data: plan });
}

function redirectRequires(redirection: Redirection): void {
  const resolveFilename = loader._resolveFilename;
  loader._resolveFilename = function (request, parent, ...rest) {
    return (
      redirection.find(request, parent?.filename) ?? resolveFilename.call(this, request, parent, ...rest)
    );
  };
}

/** Whoever starts a program with a wrong setting wants a sentence, not the stack of this file. */
function complain(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
