/** Makes methods of a class enumerable, own and inherited ones, as they are in Express. */
export function makeEnumerable(prototype: object, names: readonly string[]): void {
  for (const name of names) {
    const value = (prototype as Record<string, unknown>)[name];
    Object.defineProperty(prototype, name, { configurable: true, enumerable: true, writable: true, value });
  }
}
