import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Where the packages of package.json are installed, once for all subjects. */
export const ecosystem = fileURLToPath(new URL('..', import.meta.url));
export const packages = join(ecosystem, 'packages');
/** In here each subject has a folder, from which `express` is that subject. */
export const subjects = join(ecosystem, 'subjects');

/** The sources of a small site, for those who build it while they serve it. */
export const site = join(ecosystem, 'site');
/** In here a line may have a folder, whose package.json has older packages for it. */
export const linesFolder = join(ecosystem, 'lines');

export const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));
