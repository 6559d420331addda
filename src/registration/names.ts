/** The names of routes, in a WeakMap so that neither `Object.keys` nor `util.inspect` shows them. */
const names = new WeakMap<object, string>();
let nameChanges = 0;

export function setName(route: object, name: string): void {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(
      `as() takes the name of a route, a text that is not empty, but got ${String(name) || "''"}`,
    );
  }
  names.set(route, name);
  nameChanges++;
}

export function nameOf(route: object): string | undefined {
  return names.get(route);
}

/** How many times routes have been named, to detect that an index of names is outdated. */
export function countNameChanges(): number {
  return nameChanges;
}
