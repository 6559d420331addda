// Packages people use with Express, used on Express and on maglev, answers compared.
//   node --test-reporter=spec test/ecosystem/run.js [--again] [part of a file name ...]
// --again: on what the last run has installed and packed.
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
await declareSuites(words);
