/**
 * `MAGLEV_CASES=100000 MAGLEV_SEED=1 npm run fuzz:parsers [-- 2.x]`: random uploads, maglev's parsers compared with body-parser.
 * A failure prints the shrunk case and the command that replays it.
 */
import { fuzzParsers, PAIRS } from './parsers.js';
import { casesFrom, seedFrom } from './settings.js';

const cases = casesFrom(process.env, 2000);
const seed = seedFrom(process.env);
const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(PAIRS)) {
  if (!(name in PAIRS)) {
    console.error(`Unknown version ${name}; there are ${Object.keys(PAIRS).join(' and ')}.`);
    process.exit(2);
  }
  const begin = Date.now();
  const failure = await fuzzParsers(name, { cases, seed, path: process.env.MAGLEV_PATH, progress: true });
  const seconds = ((Date.now() - begin) / 1000).toFixed(1);
  console.log(`${name}: ${failure ?? `${cases} uploads, seed ${seed}, no divergence (${seconds} s)`}`);
  if (failure !== null) process.exitCode = 1;
}
