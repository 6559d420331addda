// `maglev swap` with every package manager, in projects with real installations.
//   node --import tsx --test-reporter=spec test/swap/main.ts [parts of titles of package managers ...]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { declareForks } from './forks.js';
import { declareKills } from './kills.js';
import { KINDS, setUp } from './managers.js';
import { declareProjects } from './projects.js';
import { declareRecipes } from './recipes.js';
import { declareSettings } from './settings.js';
import { declareWorkspaces } from './workspaces.js';

const SUITES = {
  recipes: declareRecipes,
  workspaces: declareWorkspaces,
  projects: declareProjects,
  settings: declareSettings,
  forks: declareForks,
  kills: declareKills,
};

const filters = process.argv.slice(2);
const suites = Object.entries(SUITES).filter(([name]) => isWanted(name, Object.keys(SUITES)));
const kinds = KINDS.filter(({ title }) =>
  isWanted(
    title,
    KINDS.map((kind) => kind.title),
  ),
);

describe('maglev swap', { skip: process.platform === 'win32' && 'starts scripts' }, () => {
  const home = mkdtempSync(join(tmpdir(), 'maglev-swap-'));
  before(() => setUp(home, kinds));
  after(() => rmSync(home, { recursive: true, force: true }));
  for (const [, declare] of suites) declare(home, kinds);
});

/** Whether a title contains one of the filters that apply to these titles. */
function isWanted(title: string, titles: readonly string[]): boolean {
  const about = filters.filter((filter) => titles.some((one) => one.includes(filter)));
  return about.length === 0 || about.some((filter) => title.includes(filter));
}
