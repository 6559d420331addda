import { Failure } from '../failure.js';

/** A function of a module that creates the application. */
export interface FactoryCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Reads `createApp` or `createApp({"db":"memory"}, 2)`. */
export function readFactoryCall(text: string): FactoryCall {
  const [, name, args = ''] = /^\s*([\w$]+)\s*(?:\((.*)\))?\s*$/s.exec(text) ?? [];
  try {
    if (name !== undefined) return { name, args: JSON.parse(`[${args}]`) };
  } catch {}
  throw new Failure(
    `--call must be the name of an exported function, with JSON arguments if it needs any: --call 'createApp({"db":"memory"})', got ${JSON.stringify(text)}.`,
  );
}
