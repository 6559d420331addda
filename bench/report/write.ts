/** Results go into one folder: each kind as JSON and Markdown, and all of them together as one page. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { RESULTS } from '../places.js';
import { markdown } from './markdown.js';
import { page } from './page.js';
import { picture } from './picture.js';
import type { Report } from './reports.js';

const KINDS = ['http', 'growth'];

/** Returns a sentence that says where to look. */
export function writeReport(report: Report, folder: string = RESULTS): string {
  mkdirSync(folder, { recursive: true });
  const file = (name: string) => `${folder}/${name}`;
  writeFileSync(file(`${report.kind}.json`), `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(file(`${report.kind}.md`), `${markdown(report)}\n`);
  const pictures = report.kind === 'http' ? ['http.svg'] : [];
  if (report.kind === 'http') for (const name of pictures) writeFileSync(file(name), picture(report));
  writeFileSync(file('index.html'), page(reportsIn(file)));
  const shown = (name: string) => relative(process.cwd(), file(name));
  const written = [`${report.kind}.json`, `${report.kind}.md`, ...pictures].map(shown);
  return `Written: ${written.join(', ')} and ${shown('index.html')}`;
}

function reportsIn(file: (name: string) => string): Parameters<typeof page>[0] {
  return Object.fromEntries(
    KINDS.filter((kind) => existsSync(file(`${kind}.json`))).map((kind) => [
      kind,
      JSON.parse(readFileSync(file(`${kind}.json`), 'utf8')),
    ]),
  );
}
