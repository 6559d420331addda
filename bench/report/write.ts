/** Writes results into one folder: each kind as JSON and Markdown, and all of them as one page. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { RESULTS } from '../places.js';
import { markdown } from './markdown.js';
import { page, type Reports } from './page.js';
import { picture } from './picture.js';
import type { Report } from './reports.js';

const NAMES = ['http', 'pipelined', 'growth'];

/** Returns a message that lists the written files. */
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

/** Results of pipelined requests have a separate file, so that they do not replace the others. */
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
