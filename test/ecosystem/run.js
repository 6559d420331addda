// Runs packages that are used with Express on Express and on maglev, and compares the responses. Also runs agents that
// instrument an application, and compares their reports.
//   node --test-reporter=spec test/ecosystem/run.js [--again] [part of a file name ...] ['agents' or part of the name of one ...]
// If all pass, their versions are written to bench/results.
// --again: uses the installation and the tarballs of the last run.
import { agents, declareAgents } from './agents/suite.js';
import { install } from './harness/install.js';
import { writeResults } from './harness/results.js';
import { prepareSubjects } from './harness/subjects.js';
import { declareSuites, packageNames } from './harness/suite.js';

const filters = process.argv.slice(2);
if (filters[0] === '--again') {
  filters.shift();
} else {
  install();
  prepareSubjects();
}
const isAll = filters.length === 0;
const isWanted = (name, kind) => isAll || filters.some((filter) => filter === kind || name.includes(filter));
const suites = packageNames.filter((name) => isWanted(name));
const watched = agents.filter((name) => isWanted(name, 'agents'));
if (suites.length + watched.length === 0) throw new Error(`Nothing here matches ${filters.join(', ')}.`);
const packages = suites.length > 0 ? await declareSuites(suites) : [];
const agentPackages = await declareAgents(watched);
if (isAll) {
  process.on('exit', (code) => {
    if (code === 0) writeResults('ecosystem', { packages, agents: agentPackages });
  });
}
