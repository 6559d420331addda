/**
 * `npm run fuzz -- --cases N --seed S [--express 3|4|5]`: random applications and requests, maglev compared with Express.
 * A failure prints the shrunk case and the command that replays it.
 */
import { parseArgs } from 'node:util';
import { fuzzRouting, LINES, type LineName } from './routing.js';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    path: { type: 'string' },
    express: { type: 'string' },
  },
});

const cases = Number(values.cases);
const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
if (!Number.isInteger(cases) || cases < 1 || !Number.isInteger(seed)) {
  console.error(
    `--cases takes a positive integer and --seed an integer; got ${values.cases} and ${values.seed}`,
  );
  process.exit(2);
}
if (values.express !== undefined && !(values.express in LINES)) {
  console.error(`--express takes ${Object.keys(LINES).join(' or ')}; got ${values.express}`);
  process.exit(2);
}

const lines =
  values.express === undefined
    ? (Object.keys(LINES).map(Number) as LineName[])
    : [Number(values.express) as LineName];
let failed = false;
for (const line of lines) {
  const begin = Date.now();
  const failure = await fuzzRouting(line, { cases, seed, path: values.path, progress: true });
  const seconds = ((Date.now() - begin) / 1000).toFixed(1);
  if (failure === null) {
    console.log(`${line}.x: ${cases} cases, seed ${seed}, no divergence (${seconds} s)`);
  } else {
    failed = true;
    console.log(`${line}.x: ${failure}`);
  }
}
process.exit(failed ? 1 : 0);
