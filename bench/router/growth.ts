/** Compile time and retained memory of one table; run in a process of its own so that nothing else is counted. */
import type { Framework, Router } from '../framework.js';
import { pathsOf } from '../http/tables.js';
import { loadFile } from '../peers.js';
import { DIST } from '../places.js';

/** What it prints as JSON: milliseconds, and bytes a route. */
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
// A first table warms the compiler up: what is measured is its work, not the engine's.
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
  const made = createRouter();
  for (const path of list) made.get(path, handler);
  return made;
}

function retained(): number {
  for (let i = 0; i < 4; i++) globalThis.gc!();
  return process.memoryUsage().heapUsed;
}
