/** Defines members that Express does not have: not enumerable, so that listings and copies are the same as with Express. */
export function defineHidden(target: object, members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
}
