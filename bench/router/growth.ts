/** Compile time and retained memory of one table; run in a separate process so that nothing else is counted. */
import type { Framework, Router } from '../framework.js';
import { pathsOf } from '../http/tables.js';
import { loadFile } from '../peers.js';
import { DIST } from '../places.js';

/** The output as JSON: milliseconds, and bytes per route. */
export interface Growth {
  readonly count: number;
  readonly registration: number;
  readonly compilation: number;
  readonly registeredBytes: number;
  readonly compiledBytes: number;
}

const createRouter: Framework['Router'] = loadFile(`${DIST}router.cjs`);

const count = Number(process.argv[2]);
const paths = pathsOf(count);
const handler = () => {};
// A first table warms up the compiler, so that the JIT of the engine is not measured.
build(pathsOf(100)).compile!();

const before = retained();
let begin = performance.now();
const router = build(paths);
const registration = performance.now() - begin;
const registered = retained();
begin = performance.now();
router.compile!();
const compilation = performance.now() - begin;
const compiled = retained();
console.log(
  JSON.stringify({
    count,
    registration,
    compilation,
    registeredBytes: (registered - before) / count,
    compiledBytes: (compiled - registered) / count,
    figures: router.compile!(),
  }),
);

function build(list: readonly string[]): Router {
  const router = createRouter();
  for (const path of list) router.get(path, handler);
  return router;
}

function retained(): number {
  for (let i = 0; i < 4; i++) globalThis.gc!();
  return process.memoryUsage().heapUsed;
}
