/** A member of an object as an assignment makes it. It inherits nothing that somebody may have put on all objects. */
export function memberOf(value: unknown): PropertyDescriptor {
  return {
    __proto__: null,
    configurable: true,
    enumerable: true,
    writable: true,
    value,
  } as PropertyDescriptor;
}
