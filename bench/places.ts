/** Paths. The benchmarks run from the build in `dist/bench`; their tests run the sources. */
import { fileURLToPath } from 'node:url';

const isBuilt = import.meta.url.includes('/dist/bench/');

/** The folder of maglev: the repository, or the installed package. */
export const ROOT = fileURLToPath(new URL(isBuilt ? '../..' : '..', import.meta.url));
/** The build that is published. */
export const DIST = `${ROOT}dist/`;
/** The default folder for results. */
export const RESULTS = `${ROOT}bench/results`;
