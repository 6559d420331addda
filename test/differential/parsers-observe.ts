/** The observable state of a request after parsers, as text that can be compared. */
import { inspect } from 'node:util';

/** A value with its types, prototypes and key order. */
export function describe(value: unknown): string {
  if (Buffer.isBuffer(value)) return `Buffer ${value.toString('hex')}`;
  return inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: Infinity });
}

/** Every own property of an error in order, and the relevant inherited ones. */
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

/** File paths and lines differ. Their presence and the text above them must match. */
function stackHead(stack: string): string {
  const frames = stack.indexOf('\n    at ');
  return frames === -1 ? `${stack} (no frames)` : stack.slice(0, frames);
}
