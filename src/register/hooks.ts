// Hooks for `import`. In-thread hooks also see `require`, which redirect.ts handles.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plan } from './plan.js';
import { Redirection, type Target } from './redirection.js';

interface Context {
  readonly conditions: readonly string[];
  readonly parentURL?: string;
}
type Resolved = { url: string; shortCircuit?: boolean };
type NextResolve = (specifier: string, context: Context) => Resolved | Promise<Resolved>;

let redirection: Redirection;

export function initialize(plan: Plan): void {
  redirection = new Redirection(plan, 'import');
}

export function resolve(
  specifier: string,
  context: Context,
  next: NextResolve,
): Resolved | Promise<Resolved> {
  const name = context.conditions.includes('require')
    ? null
    : redirection.nameIn(specifier, fileOf(context.parentURL));
  if (name === null) return next(specifier, context);
  return settle(
    () => next(name, context),
    (found) => {
      const target = redirection.find(specifier, name, fileOf(found?.url) ?? null);
      return target === null ? next(specifier, context) : lead(specifier, context, next, target);
    },
  );
}

/**
 * Other hooks, such as those of agents, have to see the original specifier, and not the URL of a file. So Node resolves the same specifier
 * from another folder, where it finds the file; unless its resolution is changed, as by Plug'n'Play.
 */
function lead(specifier: string, context: Context, next: NextResolve, { file, home }: Target) {
  const direct = { url: pathToFileURL(file).href, shortCircuit: true };
  if (home === null) return direct;
  const parentURL = pathToFileURL(join(home, 'requester.js')).href;
  return settle(
    () => next(specifier, { ...context, parentURL }),
    (found) => (fileOf(found?.url) === file ? { ...found!, shortCircuit: true } : direct),
  );
}

/** Hooks in a separate thread return promises, hooks in this thread do not. Failures are null. */
function settle<Result>(
  attempt: () => Resolved | Promise<Resolved>,
  then: (found: Resolved | null) => Result | Promise<Result>,
): Result | Promise<Result> {
  let found: Resolved | Promise<Resolved> | null;
  try {
    found = attempt();
  } catch {
    found = null;
  }
  return found instanceof Promise
    ? found.then(
        (value) => then(value),
        () => then(null),
      )
    : then(found);
}

/** Without the query that hooks of agents add. */
function fileOf(url: string | undefined): string | undefined {
  return url?.startsWith('file:') ? fileURLToPath(url.split(/[?#]/, 1)[0]!) : undefined;
}
