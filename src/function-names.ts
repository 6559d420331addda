/** Methods and getters whose functions have no name in Express 4 and 5. */
const NAMELESS = {
  request: ['accepts', 'acceptsEncodings', 'acceptsCharsets', 'acceptsLanguages', 'fresh'],
  response: ['links', 'format', 'get', 'cookie', 'vary'],
};

/** Removes these names, so that `fn.name` is the same as in Express. */
export function removeFunctionNames(family: keyof typeof NAMELESS, prototype: object): void {
  for (const member of NAMELESS[family]) {
    const { value, get } = Object.getOwnPropertyDescriptor(prototype, member)!;
    Object.defineProperty(value ?? get, 'name', { configurable: true, value: '' });
  }
}
