import { describe } from 'node:test';
import { type Framework, type Line, lines, suite } from '../support/api.js';

/**
 * Runs a suite on maglev, and on Express in the versions that are not vulnerable. Express 3 no longer gets fixes; maglev's
 * 3.x has to resist what the newer major versions resist.
 */
export function attacked(
  noun: string,
  body: (framework: Framework, line: Line) => void,
  only: Line[] = [5, 4, 3],
): void {
  suite(
    noun,
    body,
    only.filter((line) => line !== 3),
  );
  if (only.includes(3)) describe(`${noun} (maglev, 3.x)`, () => body(lines[3].maglev, 3));
}
