// Packages people use with Express, used on Express and on maglev, answers compared; and agents that watch an application,
// what they report compared.
//   node --test-reporter=spec test/ecosystem/run.js [--again] [part of a file name ...] ['agents' or part of the name of one ...]
// --again: on what the last run has installed and packed.
import { agents, declareAgents } from './agents/suite.js';
import { install } from './harness/install.js';
import { prepareSubjects } from './harness/subjects.js';
import { declareSuites } from './harness/suite.js';

const words = process.argv.slice(2);
if (words[0] === '--again') {
  words.shift();
} else {
  install();
  prepareSubjects();
}
const isAll = words.length === 0;
const wanted = agents.filter(
  (name) => isAll || words.some((word) => word === 'agents' || name.includes(word)),
);
const others = words.filter((word) => word !== 'agents' && !agents.some((name) => name.includes(word)));
if (isAll || others.length > 0) await declareSuites(others);
await declareAgents(wanted);
