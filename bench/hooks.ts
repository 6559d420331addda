/** Resolves packages that the importing module does not find from the user's folder. */
import type { InitializeHook, ResolveHook } from 'node:module';

let here: string;

export const initialize: InitializeHook<string> = (url) => {
  here = url;
};

export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(specifier, context);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || /^[./]|:/.test(specifier)) throw error;
    return next(specifier, { ...context, parentURL: here });
  }
};
