// Applications that people run, on Express and on maglev, by replacement and by register, answers compared.
//   node test/world/run.js [part of the name of an application ...]
// Tells on stderr what it is doing, and ends with a table.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationsFor } from './harness/applications.js';
import { compareWays } from './harness/compare.js';
import { pack } from './harness/project.js';
import { isGreen, tableOf } from './harness/table.js';

const applications = await applicationsFor(process.argv.slice(2));
const home = mkdtempSync(join(tmpdir(), 'maglev-world-'));
const say = (text) => process.stderr.write(`${text}\n`);
try {
  say('Packing maglev ...');
  const tarball = pack(home);
  const rows = [];
  for (const application of applications) rows.push(await compareWays(application, home, tarball, say));
  console.log(tableOf(rows));
  if (!rows.every(isGreen)) process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
