/**
 * `npm run bench:parsers [-- --quick] [-- --in-process|--http]`: the cost of reading and parsing a body, compared with
 * body-parser and Fastify. Prints Markdown; differences within the spread of the rounds are ties.
 */
import { scenarios } from './parsers/bodies.js';
import { measureHttp } from './parsers/http.js';
import { measureInProcess } from './parsers/workers.js';
import type { Summary } from './shared.js';

const quick = process.argv.includes('--quick');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length) ?? '';
const ROUNDS = quick ? 3 : 9;
/** Duration of one subject in one round. */
const MILLISECONDS = quick ? 40 : 120;

const wanted = scenarios().filter(({ name }) => name.includes(only));
console.log(
  `Node ${process.version}, ${ROUNDS} interleaved rounds, medians (lowest-highest), smaller is better\n`,
);
if (!process.argv.includes('--http')) await inProcess();
if (!process.argv.includes('--in-process')) await overHttp();
process.exit();

async function inProcess(): Promise<void> {
  console.log('### In process: microseconds per body, including the request object\n');
  await measureInProcess(wanted, { rounds: ROUNDS, milliseconds: MILLISECONDS, header, row });
}

async function overHttp(): Promise<void> {
  console.log("### Over HTTP: microseconds of the server's CPU time per request\n");
  await measureHttp(wanted, { rounds: ROUNDS, milliseconds: MILLISECONDS * 4, header, row });
}

function header(names: readonly string[]): void {
  console.log(`| body | ${names.join(' | ')} | compared with body-parser |`);
  console.log(`|---|${names.map(() => '---:|').join('')}---:|`);
}

function row(name: string, results: readonly Summary[]): void {
  const cells = results.map(({ median, low, high }) => `${show(median)} (${show(low)}-${show(high)})`);
  const [ours, theirs] = results;
  console.log(`| ${name} | ${cells.join(' | ')} | ${(theirs!.median / ours!.median).toFixed(2)} x |`);
}

function show(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(1);
}
