/** Shows methods of a class, its own and inherited ones, as those of Express's functions show: to whoever lists keys. */
export function showMethods(prototype: object, names: readonly string[]): void {
  for (const name of names) {
    const value = (prototype as Record<string, unknown>)[name];
    Object.defineProperty(prototype, name, { configurable: true, enumerable: true, writable: true, value });
  }
}
