/** The length that a request declares. */
import { NO_DIGITS, readDigits } from '../digits.js';

/** Whether body-parser takes a header for a length: it has to be a number, and no BigInt, which throws. */
export function isLength(header: unknown): boolean {
  return readDigits(header) !== NO_DIGITS || !Number.isNaN(+(header as string));
}

/** The number that the header is; null without one. */
export function lengthOf(header: string | undefined): number | null {
  const digits = readDigits(header);
  if (digits !== NO_DIGITS) return digits;
  return header == null || Number.isNaN(Number(header)) ? null : Number.parseInt(header, 10);
}
