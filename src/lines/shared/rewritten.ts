/**
 * Functions that only call another one, which the files in `lib/` contain for agents to rewrite, are shorter than this. Rewritten
 * functions, which publish their calls, are several times as long.
 */
const LONGEST_PLAIN = 250;

type Functions = Record<string, (...args: any[]) => unknown>;

/** Replaces members with the functions of the same name that have been rewritten. */
export function takeRewritten(target: Functions, functions: Functions): void {
  for (const [name, fn] of Object.entries(functions)) {
    if (Function.prototype.toString.call(fn).length > LONGEST_PLAIN) target[name] = fn;
  }
}
