/** What is not found where it is imported is looked for where the user is. */

let here;

export function initialize(url) {
  here = url;
}

export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || /^[./]|:/.test(specifier)) throw error;
    return next(specifier, { ...context, parentURL: here });
  }
}
