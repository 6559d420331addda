/** Results go into one folder: each kind as JSON and Markdown, and all of them together as one page. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markdown } from './markdown.js';
import { page } from './page.js';
import { picture } from './picture.js';

const RESULTS = fileURLToPath(new URL('../results', import.meta.url));
const KINDS = ['http', 'growth'];

/** Returns a sentence that says where to look. */
export function writeReport(report, folder = RESULTS) {
  mkdirSync(folder, { recursive: true });
  const file = (name) => `${folder}/${name}`;
  writeFileSync(file(`${report.kind}.json`), `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(file(`${report.kind}.md`), `${markdown(report)}\n`);
  const pictures = report.kind === 'http' ? ['http.svg'] : [];
  for (const name of pictures) writeFileSync(file(name), picture(report));
  writeFileSync(file('index.html'), page(reportsIn(file)));
  const shown = (name) => relative(process.cwd(), file(name));
  const written = [`${report.kind}.json`, `${report.kind}.md`, ...pictures].map(shown);
  return `Written: ${written.join(', ')} and ${shown('index.html')}`;
}

function reportsIn(file) {
  return Object.fromEntries(
    KINDS.filter((kind) => existsSync(file(`${kind}.json`))).map((kind) => [
      kind,
      JSON.parse(readFileSync(file(`${kind}.json`), 'utf8')),
    ]),
  );
}
