// Applications that people run, on Express and on maglev, by replacement and by register, answers compared.
//   node test/world/run.js [part of the name of an application ...]
// Prints its progress on stderr, and a table at the end. If all applications pass, it is also written to bench/results.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeResults } from '../ecosystem/harness/results.js';
import { applicationsFor } from './harness/applications.js';
import { compareWays } from './harness/compare.js';
import { pack } from './harness/project.js';
import { isGreen, resultOf, tableOf } from './harness/table.js';

const filters = process.argv.slice(2);
const applications = await applicationsFor(filters);
const home = mkdtempSync(join(tmpdir(), 'maglev-world-'));
const report = (text) => process.stderr.write(`${text}\n`);
try {
  report('Packing maglev ...');
  const tarball = pack(home);
  const rows = [];
  for (const application of applications) rows.push(await compareWays(application, home, tarball, report));
  console.log(tableOf(rows));
  if (!rows.every(isGreen)) process.exitCode = 1;
  else if (filters.length === 0) writeResults('world', { applications: rows.map(resultOf) });
} finally {
  rmSync(home, { recursive: true, force: true });
}
