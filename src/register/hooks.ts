// Hooks for `import`. In-thread hooks also see `require`, which redirect.ts handles.
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plan } from './plan.js';
import { Redirection } from './redirection.js';

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
  if (context.conditions.includes('require')) return next(specifier, context);
  const { parentURL } = context;
  const from = parentURL?.startsWith('file:') ? fileURLToPath(parentURL) : undefined;
  const file = redirection.find(specifier, from);
  return file === null ? next(specifier, context) : { url: pathToFileURL(file).href, shortCircuit: true };
}
