/** Makes own and inherited methods of a class enumerable, as they are in Express. */
export function makeEnumerable(prototype: object, names: readonly string[]): void {
  for (const name of names) {
    const value = (prototype as Record<string, unknown>)[name];
    Object.defineProperty(prototype, name, { configurable: true, enumerable: true, writable: true, value });
  }
}
