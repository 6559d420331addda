/**
 * `npm run doctor -- <scenario> <subject>`: CPU time, memory, handles and event loop delay of a server under load, by `clinic
 * doctor`. Writes its page to pages/node-<major>/doctor-<scenario>-<subject>.html, which git ignores, and its findings to a text
 * file of the same name in graphs/. Takes the options of `npm run flame`.
 */
import { writeFileSync } from 'node:fs';
import { collect, draw } from './clinic.js';
import { describeFindings, findingsIn } from './findings.js';
import { headingOf, runTask } from './task.js';

await runTask('doctor', async (task) => {
  const findings = findingsIn(draw('doctor', task, collect('doctor', task)));
  const text = [...headingOf(task), '', describeFindings(findings), ''].join('\n');
  writeFileSync(`${task.file}.txt`, text);
  console.log(text);
  return [`${task.file}.txt`, task.page];
});
