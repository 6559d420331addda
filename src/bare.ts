import { inspect } from 'node:util';

/** Lets the instances of a class inherit nothing but how they are printed: like those of `Object.create(null)`. */
export function makeBare(Class: object): void {
  const prototype = Object.defineProperty(Object.create(null), inspect.custom, {
    value(this: object): object {
      return Object.assign(Object.create(null), this);
    },
  });
  (Class as { prototype: object }).prototype = Object.freeze(prototype);
}
