import type { Response } from 'express-serve-static-core';

/** @example res.status(404).end(); */
export function status(this: Response, code: number): Response {
  if (!Number.isInteger(code)) {
    throw new TypeError(`${describeInvalid(code)} Status code must be an integer.`);
  }
  if (code < 100 || code > 999) {
    throw new RangeError(`${describeInvalid(code)} Status code must be greater than 99 and less than 1000.`);
  }
  this.statusCode = code;
  return this;
}

function describeInvalid(code: unknown): string {
  return `Invalid status code: ${JSON.stringify(code)}.`;
}
