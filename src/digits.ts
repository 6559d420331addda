/** This many digits are always a safe integer. */
const MAX_DIGITS = 15;
const ZERO = 0x30;

export const NO_DIGITS = -1;

/**
 * Parses a text of digits, such as most lengths; `NO_DIGITS` for anything else. `Number` and `parseInt` are calls into V8's
 * C++, and the call takes longer than the parsing.
 */
export function readDigits(text: unknown): number {
  if (typeof text !== 'string' || text.length === 0 || text.length > MAX_DIGITS) return NO_DIGITS;
  let value = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit < 0 || digit > 9) return NO_DIGITS;
    value = value * 10 + digit;
  }
  return value;
}
