/**
 * The base of classes that add private fields to an object that already exists, such as the `this` of a constructor that is called
 * with `call`: constructors that users see are plain functions, as in Express.
 */
export const Given = function (object: object): object {
  return object;
} as unknown as new (
  object: object,
) => object;
