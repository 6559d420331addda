import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Where the packages of package.json are installed, once for all subjects. */
export const ecosystem = fileURLToPath(new URL('..', import.meta.url));
export const packages = join(ecosystem, 'packages');
/** Each subject has a folder in here, in which `express` is that subject. */
export const subjects = join(ecosystem, 'subjects');

/** The sources of a small site, for packages that build it while they serve it. */
export const site = join(ecosystem, 'site');
/** A major version may have a folder in here, whose package.json has older packages for it. */
export const linesFolder = join(ecosystem, 'lines');

export const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));
