// What `npm test` says before it does anything: how long it will take, and what it cannot test here.
import { availableParallelism } from 'node:os';
import { CHROMIUM, findProgram, NGINX } from './programs.mjs';

const MINUTES_ON_TWO_CORES = 7;

console.log(
  `Installs, builds, lints, checks types and runs all tests: about ${MINUTES_ON_TWO_CORES} minutes on two cores (there are ${availableParallelism()} here).`,
);
for (const program of [CHROMIUM, NGINX]) {
  if (findProgram(program) !== null) continue;
  console.log(`Skips ${program.tests}: ${program.name} is not installed (${program.install}).`);
}
