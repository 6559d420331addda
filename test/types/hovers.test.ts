import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const folder = new URL('../../src/types/', import.meta.url);
/** Exported values, and the members that Express does not have or that are declared differently. */
const MEMBER =
  /^ *(?:export |declare )*(?:const|function|class) (\w+)|^ {2,4}(compile|explain|routes|url|as|close)(?=[(:])/;

/** The types that users see; the others are for projects without the packages that have them. */
const files = readdirSync(folder).filter((name) => name.endsWith('.d.cts') && name !== 'node-types.d.cts');

describe('every exported member has a sentence and an example for editors', () => {
  for (const name of files) {
    it(name, () => {
      const lines = readFileSync(new URL(name, folder), 'utf8').split('\n');
      const members = lines.flatMap((line, i) => {
        const found = MEMBER.exec(line);
        const member = found && (found[1] ?? found[2]!);
        return member
          ? [{ member, comment: commentAbove(lines, i), isOverload: isSame(member, lines[i - 1]) }]
          : [];
      });
      for (const { member, comment, isOverload } of members) {
        if (isOverload) continue;
        assert.match(comment, /\/\*\*\s+\* (?:@deprecated )?[A-Z`].*[.:]\s/, member);
        assert.match(comment, /@example\s+\S/, member);
      }
    });
  }
});

function isSame(member: string, line = ''): boolean {
  return MEMBER.exec(line)?.slice(1).includes(member) === true;
}

function commentAbove(lines: readonly string[], at: number): string {
  if (!lines[at - 1]?.endsWith('*/')) return '';
  const start = lines.slice(0, at).findLastIndex((line) => line.includes('/**'));
  return lines.slice(start, at).join('\n');
}
