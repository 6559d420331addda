import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ecosystem } from './folders.js';
import { npm } from './npm.js';

const lock = join(ecosystem, 'package-lock.json');
const installed = join(ecosystem, 'node_modules/.installed');

/** Installs package-lock.json, unless it is already installed. */
export function install() {
  const wanted = readFileSync(lock, 'utf8');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
    console.log('Installing the packages of test/ecosystem ...');
    // Not `ci`, which requires the binaries of all platforms: registries, and then the lockfile, may lack some.
    npm(ecosystem, 'install', '--no-save', '--prefer-offline');
    writeFileSync(installed, wanted);
  }
  // Requests for `express` have to resolve to the subject, or fail.
  rmSync(join(ecosystem, 'node_modules/express'), { recursive: true, force: true });
}
