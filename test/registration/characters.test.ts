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

/** Every character of the basic plane, including lone surrogates, and a few others. */
const CHARACTERS = [
  ...Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)),
  ...[0x10000, 0x10400, 0x1d7d8, 0x1f600, 0x20000, 0xe0100, 0x10ffff].map((code) =>
    String.fromCodePoint(code),
  ),
];
/** Alone, as a segment, and inside a segment. */
const PLACES: ((character: string) => string)[] = [
  (character) => character,
  (character) => `/${character}`,
  (character) => `/a${character}b`,
];
/** Only ASCII characters are part of a grammar, so they are also tested in pairs. */
const ASCII = CHARACTERS.slice(0, 128);

for (const [line, express, maglev] of LINES) {
  test(`${line}.x: registration throws for the same paths as Express, with the same messages`, () => {
    const paths = CHARACTERS.flatMap((character) => PLACES.map((place) => place(character)));
    for (const one of ASCII) for (const other of ASCII) paths.push(`/a${one}${other}`, `/:a${one}${other}`);
    const differing: string[] = [];
    const expected = messagesOf(express, paths);
    messagesOf(maglev, paths).forEach((message, i) => {
      if (message === expected[i]) return;
      differing.push(`${JSON.stringify(paths[i])}: ${message}, and Express ${expected[i]}`);
    });
    assert.deepEqual(differing, []);
  });
}

/** The error message for each of the paths, or null if it is accepted. */
function messagesOf(framework: any, paths: readonly string[]): (string | null)[] {
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
