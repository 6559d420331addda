import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import maglev5 from '../../src/index.js';
import maglev3 from '../../src/v3.js';
import maglev4 from '../../src/v4.js';

const require = createRequire(import.meta.url);
const LINES: [line: number, express: any, maglev: any][] = [
  [3, require('express3'), maglev3],
  [4, require('express4'), maglev4],
  [5, require('express5'), maglev5],
];

/** Every character of the first plane, halves of pairs included, and a few of the others. */
const CHARACTERS = [
  ...Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)),
  ...[0x10000, 0x10400, 0x1d7d8, 0x1f600, 0x20000, 0xe0100, 0x10ffff].map((code) =>
    String.fromCodePoint(code),
  ),
];
/** Alone, as a segment, and in the middle of one. */
const PLACES: ((character: string) => string)[] = [
  (character) => character,
  (character) => `/${character}`,
  (character) => `/a${character}b`,
];
/** Those of ASCII are the ones that grammars have a use for: they are asked in pairs as well. */
const ASCII = CHARACTERS.slice(0, 128);

for (const [line, express, maglev] of LINES) {
  test(`${line}.x: registration refuses the paths that Express refuses, with its message`, () => {
    const paths = CHARACTERS.flatMap((character) => PLACES.map((place) => place(character)));
    for (const one of ASCII) for (const other of ASCII) paths.push(`/a${one}${other}`, `/:a${one}${other}`);
    const differing: string[] = [];
    const expected = refusals(express, paths);
    refusals(maglev, paths).forEach((refusal, i) => {
      if (refusal === expected[i]) return;
      differing.push(`${JSON.stringify(paths[i])}: ${refusal}, and Express ${expected[i]}`);
    });
    assert.deepEqual(differing, []);
  });
}

/** The message with which each of the paths is refused, or null where it is taken. */
function refusals(framework: any, paths: readonly string[]): (string | null)[] {
  let app: any;
  return paths.map((path, i) => {
    if (i % PATHS_PER_APP === 0) app = framework();
    try {
      app.get(path, () => {});
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  });
}

/** An application for each path would take most of the time, and one for all of them most of the memory. */
const PATHS_PER_APP = 4096;
