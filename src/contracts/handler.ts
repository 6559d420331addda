/** A handler as the framework sees it; the arity distinguishes request handlers from error handlers. */
export type AnyHandler = (...args: any[]) => unknown;
export type Next = (error?: unknown) => void;
