/** Results go into one folder under one name, as JSON and as something to read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markdown } from './markdown.js';

const RESULTS = fileURLToPath(new URL('../results', import.meta.url));

/** Returns a sentence that says where to look. */
export function writeReport(report, folder = RESULTS) {
  mkdirSync(folder, { recursive: true });
  const base = `${folder}/${report.kind}`;
  writeFileSync(`${base}.json`, `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(`${base}.md`, `${markdown(report)}\n`);
  return `Written: ${relative(process.cwd(), base)}.json, .md`;
}
