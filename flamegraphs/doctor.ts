/**
 * `npm run doctor -- <scenario> <subject>`: CPU time, memory, handles and the event loop of a server under load by `clinic
 * doctor`, as graphs/node-<major>/doctor-<scenario>-<subject>.html, and beside it its findings as text. Takes the options
 * of `npm run flame`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { collect, draw } from './clinic.js';
import { describeFindings, findingsIn } from './findings.js';
import { headingOf, runTask } from './task.js';

await runTask('doctor', async (task) => {
  draw('doctor', task, collect('doctor', task));
  const findings = findingsIn(readFileSync(`${task.file}.html`, 'utf8'));
  const text = `${headingOf(task)}\n${describeFindings(findings)}\n`;
  writeFileSync(`${task.file}.txt`, text);
  console.log(text);
});
