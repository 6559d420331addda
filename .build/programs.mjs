// Plain JavaScript without imports from node_modules: `npm test` reports these programs before anything is installed.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that some tests need and npm cannot install. */
export const CHROMIUM = {
  name: 'Chromium',
  commands: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  variable: 'CHROMIUM',
  tests: 'the pages of the command and of the example, opened in a browser',
  install: 'apt-get install chromium, or set the variable CHROMIUM to its path',
};
export const NGINX = {
  name: 'nginx',
  commands: ['nginx'],
  variable: null,
  tests: 'the example that is restarted behind nginx',
  install: 'apt-get install nginx-light',
};

/** The path of a program: from its environment variable, or the first on the PATH; null if it is not installed. */
export function findProgram({ commands, variable }) {
  if (variable !== null && process.env[variable]) return process.env[variable];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const files = commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  return files.find((file) => existsSync(file)) ?? null;
}

/** For the option `skip` of tests: false, or why they cannot run. */
export function skipWithout(program) {
  return findProgram(program) === null && `${program.name} is not installed (${program.install})`;
}
