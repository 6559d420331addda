/** Values for templates; called with an object, it copies its members. */
export type Locals = ((values?: object) => any) & Record<string, any>;

export function createLocals(): Locals {
  const locals: Locals = (values) => {
    // Inherited values count as well.
    for (const key in values) locals[key] = (values as Record<string, unknown>)[key];
    return values;
  };
  return locals;
}
