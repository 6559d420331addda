/**
 * Functions that only call another one, as the files in `lib/` have them for agents to rewrite, are shorter than this;
 * what agents make of them, to publish their calls, is several times as long.
 */
const LONGEST_PLAIN = 250;

type Functions = Record<string, (...args: any[]) => unknown>;

/** Replaces members by the functions of the same name that have been rewritten. */
export function takeRewritten(target: Functions, functions: Functions): void {
  for (const [name, fn] of Object.entries(functions)) {
    if (Function.prototype.toString.call(fn).length > LONGEST_PLAIN) target[name] = fn;
  }
}
