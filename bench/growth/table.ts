/** Compiles one table and prints the cost: `table.js <index of the family> <layers>`, with `--expose-gc`. */
import { createRequire } from 'node:module';
import { DIST } from '../places.js';
import type { Compiled } from './compile.js';
import { FAMILIES, type Maker } from './families.js';

const [family, size] = process.argv.slice(2).map(Number) as [number, number];
const maglev: Maker = createRequire(import.meta.url)(`${DIST}index.cjs`);
const collect = (globalThis as unknown as { gc(): void }).gc;

// A warm-up, so that the JIT compiler of the engine is not measured.
FAMILIES[family]!.build(maglev, 64).compile();
const router = FAMILIES[family]!.build(maglev, size);
collect();
const before = { cpu: process.cpuUsage(), heap: process.memoryUsage().heapUsed };
router.compile();
const { user, system } = process.cpuUsage(before.cpu);
collect();
const compiled: Compiled = {
  milliseconds: (user + system) / 1000,
  bytes: process.memoryUsage().heapUsed - before.heap,
};
console.log(JSON.stringify(compiled));
