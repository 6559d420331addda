// Takes screenshots of the pages that the command writes and the example serves. Needs Chromium.
//   node --import tsx .build/docs/screenshots.ts
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM, findProgram } from '../programs.mjs';
import { blocksOf, root } from './markdown.js';
import { COMMAND, Story } from './story.js';

const PAGE = 'docs/the-command.md';
/** The viewport of a laptop. */
const VIEW = { width: 1200, height: 900 };

const executablePath = findProgram(CHROMIUM);
if (executablePath === null) throw new Error(`Chromium is not installed (${CHROMIUM.install}).`);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
const story = new Story(PAGE);
try {
  for (const block of blocksOf(PAGE)) await story.run(block);
  execFileSync(process.execPath, [COMMAND, 'compare', './app.js', '--out', 'compare.html'], {
    cwd: story.project,
  });
  mkdirSync(`${root}docs/pictures`, { recursive: true });
  await photograph(browser, 'routes', join(story.project, 'routes.html'), '/users/7');
  await photograph(browser, 'compare', join(story.project, 'compare.html'));
  await photographExample(browser);
} finally {
  await story.end();
  await browser.close();
}

async function photographExample(browser: Browser): Promise<void> {
  const example = spawn(process.execPath, [join(root, 'examples/api/server.js')], {
    env: { ...process.env, PORT: '0' },
  });
  try {
    const [printed] = await once(example.stdout.setEncoding('utf8'), 'data');
    const address = /http:\/\/localhost:\d+/.exec(printed)![0];
    // The first requests are cold.
    for (let i = 0; i < 3; i++) await fetch(address);
    await photograph(browser, 'example', address);
  } finally {
    example.kill();
  }
}

/** `search` is the text to search for on the page first. */
async function photograph(browser: Browser, name: string, place: string, search?: string): Promise<void> {
  const page = await browser.newPage({ viewport: VIEW });
  await page.goto(/^https?:/.test(place) ? place : pathToFileURL(place).href);
  if (search !== undefined) await page.fill('#path', search);
  await page.screenshot({ path: `${root}docs/pictures/${name}.png` });
  console.log(`Written: docs/pictures/${name}.png`);
}
