/** Results go into one folder: each kind as JSON and Markdown, and all of them together as one page. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { RESULTS } from '../places.js';
import { markdown } from './markdown.js';
import { page, type Reports } from './page.js';
import { picture } from './picture.js';
import type { Report } from './reports.js';

const NAMES = ['http', 'pipelined', 'growth'];

/** Returns a sentence that says where to look. */
export function writeReport(report: Report, folder: string = RESULTS): string {
  mkdirSync(folder, { recursive: true });
  const file = (name: string) => `${folder}/${name}`;
  const name = nameOf(report);
  writeFileSync(file(`${name}.json`), `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(file(`${name}.md`), `${markdown(report)}\n`);
  const pictures = report.kind === 'http' ? [`${name}.svg`] : [];
  if (report.kind === 'http') for (const name of pictures) writeFileSync(file(name), picture(report));
  writeFileSync(file('index.html'), page(reportsIn(file)));
  const shown = (name: string) => relative(process.cwd(), file(name));
  const written = [`${name}.json`, `${name}.md`, ...pictures].map(shown);
  return `Written: ${written.join(', ')} and ${shown('index.html')}`;
}

/** Pipelined requests are another question, whose results replace no others. */
function nameOf(report: Report): string {
  return report.kind === 'http' && report.settings.pipelining > 1 ? 'pipelined' : report.kind;
}

function reportsIn(file: (name: string) => string): Reports {
  return Object.fromEntries(
    NAMES.filter((name) => existsSync(file(`${name}.json`))).map((name) => [
      name,
      JSON.parse(readFileSync(file(`${name}.json`), 'utf8')),
    ]),
  );
}
