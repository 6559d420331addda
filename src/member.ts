/** A property descriptor as an assignment would create it. It inherits nothing, since `Object.prototype` may be polluted. */
export function memberOf(value: unknown): PropertyDescriptor {
  return {
    __proto__: null,
    configurable: true,
    enumerable: true,
    writable: true,
    value,
  } as PropertyDescriptor;
}
