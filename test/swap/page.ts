import assert from 'node:assert/strict';
import { type Block, blocksOf, readPage } from '../../.build/docs/markdown.js';

const page = readPage('docs/swapping-in.md');

/** The commands of a row of the table in docs/swapping-in.md. */
export interface Recipe {
  readonly install: string;
  readonly swap: string;
  readonly show: string;
  readonly undo: string;
}

/** The row for a package manager. */
export function recipeOf(command: string): Recipe {
  const row = new RegExp(`^\\| ${command} \\|(.*)\\|$`, 'm').exec(page);
  const cells = (row?.[1] ?? '').split('|').map((cell) => /`(.+)`/.exec(cell)?.[1] ?? '');
  const [install = '', swap = '', show = '', undo = ''] = cells;
  assert.ok(install && swap && show && undo, `The page has no commands for ${command}.`);
  return { install, swap, show, undo };
}

/** The command that installs one Express for everything, and the one that prints maglev's version then. */
export function singleInstall(): { install: string; check: string } {
  const [install] = /^npm install express@file:.*$/m.exec(page) ?? [];
  const [check] = /(?<=^`)node -p .*?(?=` then prints the version)/m.exec(page) ?? [];
  assert.ok(install && check, 'The page has no command that installs one Express, or none that checks it.');
  return { install, check };
}

/** The blocks of docs/getting-started.md after the clone, up to the change of the import. */
export function firstSteps(): readonly Block[] {
  const blocks = blocksOf('docs/getting-started.md');
  const end = blocks.findIndex(({ language }) => language === 'diff');
  assert.ok(end > 1, 'The page has no steps before the change of the import.');
  return blocks.slice(1, end);
}
