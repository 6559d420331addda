/** Where things are. The benchmarks run as the build has made them, in `dist/bench`; their tests run the sources. */
import { fileURLToPath } from 'node:url';

const isBuilt = import.meta.url.includes('/dist/bench/');

/** The folder of maglev: the repository, or the installed package. */
export const ROOT = fileURLToPath(new URL(isBuilt ? '../..' : '..', import.meta.url));
/** The build, as users get it. */
export const DIST = `${ROOT}dist/`;
/** What is measured may be written here, unless somebody asks for another folder. */
export const RESULTS = `${ROOT}bench/results`;
