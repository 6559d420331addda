import Module from 'node:module';
import * as hooks from './hooks.js';
import type { Plan } from './plan.js';
import { Redirection } from './redirection.js';

interface Loader {
  _resolveFilename(request: string, parent: { filename?: string } | undefined, ...rest: unknown[]): string;
  register(url: string, options: { data: unknown }): void;
  /** Since Node 22.15; `register` will be removed from Node later. */
  registerHooks?(synchronous: Pick<typeof hooks, 'resolve'>): void;
}

const loader = Module as unknown as Loader;

/** Redirects the modules that the process loads from now on, in both module systems. */
export function redirect(plan: Plan): void {
  redirectRequires(new Redirection(plan, 'require'));
  if (loader.registerHooks) {
    hooks.initialize(plan);
    loader.registerHooks({ resolve: hooks.resolve });
  } else {
    loader.register(new URL('./hooks.js', import.meta.url).href, { data: plan });
  }
}

function redirectRequires(redirection: Redirection): void {
  const resolveFilename = loader._resolveFilename;
  loader._resolveFilename = function (request, parent, ...rest) {
    const name = redirection.nameIn(request, parent?.filename);
    const target =
      name === null
        ? null
        : redirection.find(
            request,
            name,
            fileOrNull(() => resolveFilename.call(this, name, parent, ...rest)),
          );
    return target?.file ?? resolveFilename.call(this, request, parent, ...rest);
  };
}

function fileOrNull(resolve: () => string): string | null {
  try {
    return resolve();
  } catch {
    return null;
  }
}
