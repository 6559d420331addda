// Packages people use with Express, used on Express and on maglev, answers compared; and agents that watch an application,
// what they report compared.
//   node --test-reporter=spec test/ecosystem/run.js [--again] [part of a file name ...] ['agents' or part of the name of one ...]
// --again: on what the last run has installed and packed.
import { agents, declareAgents } from './agents/suite.js';
import { install } from './harness/install.js';
import { prepareSubjects } from './harness/subjects.js';
import { declareSuites, packageNames } from './harness/suite.js';

const words = process.argv.slice(2);
if (words[0] === '--again') {
  words.shift();
} else {
  install();
  prepareSubjects();
}
const isAll = words.length === 0;
const isWanted = (name, kind) => isAll || words.some((word) => word === kind || name.includes(word));
const suites = packageNames.filter((name) => isWanted(name));
const watched = agents.filter((name) => isWanted(name, 'agents'));
if (suites.length + watched.length === 0) throw new Error(`Nothing here matches ${words.join(', ')}.`);
if (suites.length > 0) await declareSuites(suites);
await declareAgents(watched);
