/** The members, methods and getters, that are nameless functions in Express 4 and 5. */
const NAMELESS = {
  request: ['accepts', 'acceptsEncodings', 'acceptsCharsets', 'acceptsLanguages', 'fresh'],
  response: ['links', 'format', 'get', 'cookie', 'vary'],
};

/** Takes their names from them on a prototype: whoever reads the names of functions finds those of Express. */
export function hideNames(family: keyof typeof NAMELESS, prototype: object): void {
  for (const member of NAMELESS[family]) {
    const { value, get } = Object.getOwnPropertyDescriptor(prototype, member)!;
    Object.defineProperty(value ?? get, 'name', { configurable: true, value: '' });
  }
}
