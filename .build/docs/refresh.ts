// Rewrites the generated parts of README.md and docs/: program output, figures and pictures.
//   node --import tsx .build/docs/refresh.ts [part of a page's name ...]
//   node --import tsx .build/docs/refresh.ts --figures [folder of results]   imports benchmark results
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { drawings } from './drawings.js';
import { picturesOfFigures, withFigures } from './figures.js';
import { blocksOf, pages, readPage, replaceBlock, root } from './markdown.js';
import { textFor } from './output.js';
import { publish } from './published.js';
import { type Printed, Story } from './story.js';

const [option, ...rest] = process.argv.slice(2);

if (option === '--figures') {
  const folder = rest[0] ?? `${root}bench/results`;
  console.log(`Figures of ${publish(folder).join(', ') || 'nothing'} from ${folder}`);
} else {
  const wanted =
    option === undefined
      ? pages
      : pages.filter((page) => [option, ...rest].some((part) => page.includes(part)));
  for (const page of wanted) await refreshOutputs(page);
}
for (const page of pages) write(page, withFigures(page, readPage(page)));
for (const [file, text] of [...picturesOfFigures(), ...(await drawings())]) write(file, text);

async function refreshOutputs(page: string): Promise<void> {
  if (/^<!-- tested by /m.test(readPage(page))) return;
  const story = new Story(page);
  const printed: Printed[] = [];
  try {
    for (const block of blocksOf(page)) {
      const found = await story.run(block);
      if (found) printed.push(found);
    }
  } finally {
    await story.end();
  }
  // From the end, so that the positions of earlier blocks stay valid.
  const before = readPage(page);
  const after = printed.reduceRight((text, one) => replaceBlock(text, one.block, textFor(one)), before);
  write(page, after);
}

function write(file: string, text: string): void {
  mkdirSync(`${root}docs/pictures`, { recursive: true });
  if (existsSync(root + file) && readFileSync(root + file, 'utf8') === text) return;
  writeFileSync(root + file, text);
  console.log(`Written: ${file}`);
}
