/** What can be seen of a request that went through parsers, written down so that two of them can be compared. */
import { inspect } from 'node:util';

/** A value with its types, prototypes and the order of its keys. */
export function describe(value: unknown): string {
  if (Buffer.isBuffer(value)) return `Buffer ${value.toString('hex')}`;
  return inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: Infinity });
}

/** Every own field of an error in its order, and what it inherits of interest. */
export function describeError(error: any): string[] {
  if (!(error instanceof Error)) return [`no error but ${describe(error)}`];
  const fields = Object.getOwnPropertyNames(error).map((name) => {
    const { enumerable } = Object.getOwnPropertyDescriptor(error, name)!;
    const value = name === 'stack' ? stackHead(error.stack!) : describe((error as any)[name]);
    return `${enumerable ? '' : '(hidden) '}${name}: ${value}`;
  });
  const { name, status, statusCode, expose } = error as any;
  return [`${error.constructor.name} ${name} ${status} ${statusCode} ${expose}`, ...fields];
}

/** Files and lines differ, of course; that there are any, and the text above them, must not. */
function stackHead(stack: string): string {
  const frames = stack.indexOf('\n    at ');
  return frames === -1 ? `${stack} (no frames)` : stack.slice(0, frames);
}
