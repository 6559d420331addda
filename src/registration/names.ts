/** The names of routes, kept where neither key listings nor inspection show them. */
const names = new WeakMap<object, string>();
let namings = 0;

export function setName(route: object, name: string): void {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(
      `as() takes the name of a route, a text that is not empty, but got ${String(name) || "''"}`,
    );
  }
  names.set(route, name);
  namings++;
}

export function nameOf(route: object): string | undefined {
  return names.get(route);
}

/** How often a route has been given a name: whoever has listed the names sees by it whether there are others. */
export function countNamings(): number {
  return namings;
}
