import assert from 'node:assert/strict';
import { it } from 'node:test';
import { edit } from '../../../src/cli/check/code/parser.js';
import { diffText } from '../../../src/cli/check/diff.js';
import { createStyle } from '../../../src/cli/style.js';

const LINES = 'abcdefghijklmnop'.split('').map((letter) => `${letter.repeat(3)}\n`);
const before = LINES.join('');

function diff(...edits: [start: number, end: number, text: string][]): string[] {
  const list = edits.map(([start, end, text]) => ({ start, end, text }));
  const change = { file: 'x', before, after: edit(before, list), edits: list };
  return diffText('x.js', change, createStyle({}, {})).split('\n');
}

it('shows changed lines with their context', () => {
  assert.deepEqual(diff([12, 13, 'D'], [17, 18, 'E']), [
    '--- x.js',
    '+++ x.js',
    '@@ -2,6 +2,6 @@',
    ' bbb',
    ' ccc',
    '-ddd',
    '-eee',
    '+Ddd',
    '+eEe',
    ' fff',
    ' ggg',
  ]);
});

it('shows distant changes separately, and counts removed lines', () => {
  assert.deepEqual(diff([0, 4, ''], [56, 57, 'O']), [
    '--- x.js',
    '+++ x.js',
    '@@ -1,3 +1,2 @@',
    '-aaa',
    ' bbb',
    ' ccc',
    '@@ -13,4 +12,4 @@',
    ' mmm',
    ' nnn',
    '-ooo',
    '+Ooo',
    ' ppp',
  ]);
});
