import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A row of the table: the paths in its first column, and all words formatted as code. */
interface Row {
  readonly paths: readonly string[];
  readonly words: readonly string[];
}

/** A separate package, which has one row in the map. */
const EXCLUDED = /^test\/ecosystem\/./;
const PROGRAM = /\.[cm]?[jt]s$/;

const rows = readMap();

describe('CONTRIBUTING.md', () => {
  it('starts with a first change and has less than 2,000 words', () => {
    const text = readFileSync(`${root}CONTRIBUTING.md`, 'utf8');
    assert.match(text, /^# Contributing\n\n## Your first change in ten minutes\n/);
    const words = text.split(/\s+/).filter((word) => word !== '').length;
    assert.ok(words < 2000, `${words} words`);
  });
});

describe('the map in CONTRIBUTING.md', () => {
  it('lists every folder with programs', () => {
    const folders = ['src', 'compiler', 'bench', 'test'].flatMap(foldersOf);
    const missing = folders.filter((folder) => !EXCLUDED.test(folder) && !isNamed(folder));
    assert.equal(missing.length, 0, `The map in CONTRIBUTING.md does not name ${missing.join(', ')}.`);
  });

  it('lists only existing paths', () => {
    const paths = rows.flatMap((row) => row.paths);
    assert.ok(paths.length > 0, 'No table of folders was found below "## The map" in CONTRIBUTING.md.');
    const missing = paths.filter((path) => !existsSync(root + path));
    assert.equal(missing.length, 0, `The map in CONTRIBUTING.md names ${missing.join(', ')}: no such path.`);
  });
});

function readMap(): Row[] {
  const text = readFileSync(`${root}CONTRIBUTING.md`, 'utf8');
  const [, map = ''] = /^## The map$(.*?)^## /ms.exec(text) ?? [];
  return map
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => ({ paths: codeIn(line.split('|')[1]!), words: codeIn(line) }));
}

function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word!.replace(/\/$/, ''));
}

/** Whether a folder is in the first column, or a word in the row of its nearest listed parent. */
function isNamed(folder: string): boolean {
  for (let above = folder; above !== '.'; above = posix.dirname(above)) {
    const row = rows.find(({ paths }) => paths.includes(above));
    if (row) return above === folder || row.words.includes(posix.relative(above, folder));
  }
  return false;
}

/** A folder and its subfolders that contain programs. Folders with the output of tools contain none. */
function foldersOf(folder: string): string[] {
  const entries = readdirSync(root + folder, { withFileTypes: true });
  const inside = entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap((entry) => foldersOf(`${folder}/${entry.name}`));
  return entries.some(({ name }) => PROGRAM.test(name)) ? [folder, ...inside] : inside;
}
