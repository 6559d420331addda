import { describe } from 'node:test';
import { type Framework, type Line, lines, suite } from '../support/api.js';

/**
 * Runs a body on maglev and, where Express of the line withstands the attack, on Express. Express 3 has been given no
 * fix for a long time; ours has to withstand what the newer lines do.
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
