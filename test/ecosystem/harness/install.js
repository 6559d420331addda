import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ecosystem } from './folders.js';
import { npm } from './npm.js';

const lock = join(ecosystem, 'package-lock.json');
const installed = join(ecosystem, 'node_modules/.installed');

/** Installs what package-lock.json says, unless that is what stands there. */
export function install() {
  const wanted = readFileSync(lock, 'utf8');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
    console.log('Installing the packages of test/ecosystem ...');
    // Not `ci`, which asks for the binaries of all platforms: registries may lack some, and then the lock does too.
    npm(ecosystem, 'install', '--no-save', '--prefer-offline');
    writeFileSync(installed, wanted);
  }
  // Whoever asks for `express` has to get the subject, and an error rather than anything else.
  rmSync(join(ecosystem, 'node_modules/express'), { recursive: true, force: true });
}
