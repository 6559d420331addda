import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readNumber } from '../arguments.js';
import type { Arguments, Command, Values } from '../command.js';
import { Failure } from '../failure.js';

// This file is `dist/src/cli/bench/command.js` of the package; the benchmarks are in `dist/bench`.
const HTTP = fileURLToPath(new URL('../../../bench/http.js', import.meta.url));
const OUT = 'maglev-bench';
/** Options that are passed on unchanged. */
const PASSED_ON = ['subjects', 'scenarios', 'rounds', 'slot', 'connections', 'pipelining', 'server'];
/** Numbers that the benchmarks do not check themselves. */
const NUMBERS = ['rounds', 'slot', 'connections', 'pipelining'];

/** Copies of the benchmarks' lists, which are loaded in a separate process. */
export const SUBJECTS = [
  ...['raw', 'raw-flat', 'raw-express', 'raw-composed', 'maglev', 'maglev-no-etag', 'maglev-4', 'express'],
  ...['express-4', 'fastify', 'fastify-etag', 'koa', 'hono', 'polka', 'restana', '0http', 'h3'],
];
export const SCENARIOS = [
  ...['plaintext', 'json', 'same', 'param', 'flat-500', 'nested-500', 'middlewares-10', 'middlewares-50'],
  ...[
    'query',
    'post-json-1024',
    'post-json-102400',
    'post-form',
    'static-10240',
    'not-found',
    'error',
    'api',
  ],
];

/** The rounds of a run, and of one with --full. */
export const DEFAULTS = { rounds: 9, slot: 60, full: { rounds: 17, slot: 60, processes: 3 } };

export const bench: Command = {
  name: 'bench',
  usage: '[options]',
  summary: 'benchmark maglev against Express, Fastify, Koa, Hono and other installed frameworks',
  about: `Measures the CPU time per request of maglev, of bare node:http and of each framework that is installed here. All of them serve
the same applications and get the same requests, in rounds that alternate with node:http, and their responses are checked. Express 4
is compared with maglev's 4.x. Prints tables (in Markdown, if the output is not a terminal), and writes them to a folder, with a
page of charts.

Subjects:
${inLines(SUBJECTS)}

Scenarios:
${inLines(SCENARIOS)}
Other numbers work too, for example flat-5000.`,
  options: {
    subjects: {
      type: 'string',
      value: 'list',
      help: 'what to measure: maglev,express,fastify (default: all that are installed)',
    },
    scenarios: {
      type: 'string',
      value: 'list',
      help: 'which scenarios to run: json,flat-500,api (default: all)',
    },
    full: { type: 'boolean', help: 'run longer for narrower spreads: an hour and a half instead of minutes' },
    rounds: {
      type: 'string',
      value: 'number',
      help: `rounds per subject (default: ${DEFAULTS.rounds}; with --full ${DEFAULTS.full.rounds} in each of ${DEFAULTS.full.processes} processes)`,
    },
    slot: {
      type: 'string',
      value: 'milliseconds',
      help: `duration of each round (default: ${DEFAULTS.slot})`,
    },
    connections: {
      type: 'string',
      value: 'number',
      help: 'concurrent connections (default: 32, pipelined 100)',
    },
    pipelining: {
      type: 'string',
      value: 'number',
      help: 'pipelined requests per connection; above 1, without ETag and X-Powered-By (default: 1)',
    },
    server: {
      type: 'string',
      value: 'listen|created',
      help: 'serve maglev and Express with app.listen, or with http.createServer(app) (default: listen)',
    },
    node: {
      type: 'string',
      value: 'path',
      help: 'the node binary that runs the servers (default: this one)',
    },
    out: { type: 'string', short: 'o', value: 'folder', help: `folder for the results (default: ${OUT})` },
  },
  examples: [
    ['maglev bench', 'everything that is installed, in a few minutes'],
    [
      'maglev bench --subjects maglev,express --scenarios json,flat-500',
      'two frameworks, on two applications',
    ],
  ],
  run,
};

/** Indented, and short enough for a terminal. */
function inLines(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 74) lines[lines.length - 1] = `${last}, ${name}`;
    else lines.push(`  ${name}`);
  }
  return lines.join(',\n');
}

async function run({ values, positionals }: Arguments): Promise<number> {
  if (positionals.length > 0)
    throw new Failure(`maglev bench takes options only, but got ${positionals.join(', ')}.`);
  for (const name of NUMBERS) readNumber(values, name);
  const out = resolve((values.out as string | undefined) ?? OUT);
  const child = spawn(process.execPath, [HTTP, ...argumentsOf(values), '--out', out], {
    stdio: 'inherit',
    env: {
      ...process.env,
      MAGLEV_BENCH_FILES: join(out, 'files'),
      ...(values.verbose ? { DEBUG: '1' } : {}),
    },
  });
  // On a terminal both processes receive the signal; a signal to this process alone is meant for both.
  let signalCode = 0;
  const forward = (signal: NodeJS.Signals, number: number) => {
    signalCode = 128 + number;
    child.kill(signal);
  };
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const code = await new Promise<number | null>((done, fail) => child.once('exit', done).once('error', fail));
  process.off('SIGINT', forward).off('SIGTERM', forward);
  // The child has already printed its error.
  return signalCode || (code === 0 ? 0 : 2);
}

function argumentsOf(values: Values): string[] {
  const given = PASSED_ON.flatMap((name) =>
    values[name] === undefined ? [] : [`--${name}`, String(values[name])],
  );
  const chosen = values.subjects === undefined ? ['--subjects', 'installed'] : [];
  // Measures on the user's own Node.
  const node = ['--node', String(values.node ?? process.execPath)];
  return [...(values.full ? [] : ['--quick']), ...chosen, ...given, ...node];
}
