import 'reflect-metadata';

/**
 * The output of TypeScript for decorators: those of a class, and for each of its methods those of the method and, for each
 * parameter, one and the type.
 *
 *     decorate(Trains, [Controller('trains')], { one: { on: [Get(':id')], takes: [[Param('id'), Number]] } })
 */
export function decorate(target, decorators, methods = {}) {
  const { prototype } = target;
  for (const [name, { on, takes = [] }] of Object.entries(methods)) {
    for (const [i, [decorator]] of takes.entries()) decorator(prototype, name, i);
    const types = takes.map(([, type = Object]) => type);
    Reflect.defineMetadata('design:paramtypes', types, prototype, name);
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
    for (const decorator of on.toReversed()) decorator(prototype, name, descriptor);
  }
  for (const decorator of decorators.toReversed()) decorator(target);
  return target;
}
