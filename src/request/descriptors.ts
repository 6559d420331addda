import type { Request } from 'express-serve-static-core';

export function method(value: (this: Request, ...args: any[]) => unknown): PropertyDescriptor {
  return { configurable: true, enumerable: true, writable: true, value };
}

/** Without a setter: assigning to one of these throws in strict mode, as in Express. */
export function getter(get: (this: Request) => unknown): PropertyDescriptor {
  return { configurable: true, enumerable: true, get };
}
