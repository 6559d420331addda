// All of test/api in one process: a process per file, the runner's way, spends most of its time starting up.
import fs from 'node:fs';

const files = fs.readdirSync(new URL('../api/', import.meta.url)).filter((name) => name.endsWith('.test.ts'));
for (const name of files.sort()) await import(new URL(`../api/${name}`, import.meta.url).href);
