import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { APP_OPTIONS, type AppRequest, readAppRequest } from '../app/request.js';
import type { Arguments, Command } from '../command.js';
import { Failure } from '../failure.js';
import { cores, killAll } from '../measure/child.js';
import { createProgress, type Progress } from '../measure/progress.js';
import type { Terminal } from '../terminal.js';
import { version } from '../version.js';
import { compareResponses, type ResponseComparison } from './compare-responses.js';
import { measure } from './measure.js';
import { pageOf } from './page.js';
import { exitCodeOf, jsonOf, type Result } from './result.js';
import { selectRequests } from './select-requests.js';
import { DEFAULTS, readSettings, type Settings } from './settings.js';
import { assertLoaded, type Installed, installedExpress, type Side } from './side.js';
import { Sides } from './sides.js';
import { textOf } from './text.js';

/** The share of the time for comparing responses if there is also something to measure. */
const PROVING = 0.4;
/** Milliseconds that comparing may always take, unless the total time is shorter. */
const ENOUGH = 5000;
/** The share of the time that is always left for measuring, even if comparing took longer. */
const LEAST = 0.25;

export const compare: Command = {
  name: 'compare',
  usage: '<file> [options] [-- node flags]',
  summary: 'run your application on Express and on maglev, and compare responses and cost',
  about: `Runs an application twice, on the Express that is installed next to it and on maglev, and sends the same requests to both.
First it compares the responses: status, headers and bodies. Then it measures the CPU time of both, in alternating rounds.

Requests with different responses are sent again, to the same and to new processes. Values that also vary on Express are ignored,
such as times, random names and stored data.

The requests come from the route table, or from a file (--requests): one request per line (GET /users/7, POST /users {"a":1}),
a HAR file, or an OpenAPI description. Only GET, HEAD and OPTIONS are sent. With --unsafe the others are sent too, and each side
runs in its own copy of the project. The servers listen only on this machine.

Both sides run with NODE_ENV=production, unless it is set. MAGLEV_SIDE is express or maglev. MAGLEV_RUN is 1, and 2 or more in the new
processes, which run at the same time as the first.

Exit codes:
  0  all responses are the same
  1  a response is different
  2  the application or the command could not be run
  3  not finished: requests without a complete response, or no time to send them`,
  options: {
    requests: { type: 'string', value: 'file', help: 'send the requests in this file instead' },
    login: {
      type: 'string',
      value: 'request',
      help: 'send this request first, for example \'POST /login {"name":"ada"}\', and its cookies or token with the others',
    },
    header: { type: 'string', value: 'name: value', multiple: true, help: 'add this header to all requests' },
    param: {
      type: 'string',
      value: 'name=value',
      multiple: true,
      help: 'use this value for path parameters of this name',
    },
    'ignore-header': {
      type: 'string',
      value: 'name',
      multiple: true,
      help: 'do not compare this header',
    },
    ignore: {
      type: 'string',
      value: 'path',
      multiple: true,
      help: 'do not compare the JSON value at this path: /items/*/id, items.*.id or $.items[*].id',
    },
    'ignore-file': {
      type: 'string',
      value: 'file',
      help: 'a file with one of these per line: a path, or header: X-Request-Id',
    },
    unsafe: {
      type: 'boolean',
      help: 'also send requests that may change data: POST, PUT, PATCH, DELETE',
    },
    setup: {
      type: 'string',
      value: 'command',
      help: 'run this before a side starts, in its folder, with MAGLEV_SIDE and MAGLEV_RUN set',
    },
    reset: {
      type: 'string',
      value: 'command',
      help: 'run this for each side after each request that may have changed data',
    },
    'only-equality': { type: 'boolean', help: 'only compare the responses, without measuring' },
    time: {
      type: 'string',
      value: 'seconds',
      help: `total time for comparing and measuring (default: ${DEFAULTS.time})`,
    },
    rounds: {
      type: 'string',
      value: 'number',
      help: `rounds per side with each request; six times as many with all requests in turn (default: ${DEFAULTS.rounds})`,
    },
    'response-time': {
      type: 'string',
      value: 'seconds',
      help: `timeout of a response (default: ${DEFAULTS.response})`,
    },
    out: {
      type: 'string',
      short: 'o',
      value: 'file',
      help: 'write the result as a page to this file, for example report.html',
    },
    json: { type: 'boolean', help: 'print the result as JSON' },
    ...APP_OPTIONS,
  },
  examples: [
    ['maglev compare ./app.js', 'compare the responses, and measure the gain'],
    ['maglev compare ./app.js --out report.html', 'the same, and write a page with charts'],
    ['maglev compare ./app.js --requests requests.txt --time 60', 'with your own requests'],
    ['maglev compare ./app.js --login \'POST /login {"name":"ada"}\'', 'as a logged-in user'],
    ['maglev compare ./app.js --only-equality --json', 'for CI, which checks the exit code'],
    [
      'maglev compare ./app.js --unsafe --setup "sh test/new-database.sh"',
      'including requests that change data, with a database for each side',
    ],
    ['maglev compare ./app.ts -- --import tsx', 'flags for node go after --'],
  ],
  run,
};

async function run(args: Arguments, terminal: Terminal): Promise<number> {
  const app = readAppRequest(args, 'compare');
  const settings = readSettings(args.values);
  const express = installedExpress(app);
  const { setup, reset, isUnsafe, responseTime } = settings;
  const isFresh = isUnsafe || setup !== undefined;
  const sides = new Sides({ app, express, responseTime, isFresh, setup, reset });
  const progress = createProgress(1);
  const leave = exitOnSignals(() => sides.remove());
  let result: Result;
  try {
    result = await compareSides(app, express, sides, settings, progress);
  } finally {
    await sides.stop();
    leave.off();
    progress.end();
  }
  // Checked before the run: writing the page could fail after half a minute of work.
  terminal.print(args.values.json ? jsonOf(result) : textOf(result, terminal.style));
  if (settings.out !== null) {
    writePage(settings.out, pageOf(result));
    terminal.notice(`Written: ${settings.out}`);
  }
  return exitCodeOf(result);
}

async function compareSides(
  app: AppRequest,
  express: Installed,
  sides: Sides,
  settings: Settings,
  progress: Progress,
): Promise<Result> {
  const opened = Date.now();
  progress.report('starting', 'Express and maglev', 0);
  const first = await sides.start();
  assertLoaded(app, first.express, first.maglev);
  if (settings.login !== null) await sides.login(first, settings.login);

  const { requests, about } = selectRequests(app, first.maglev.served.routes, settings);
  const begin = Date.now();
  const { milliseconds, ignored, isMeasured } = settings;
  const compared = await compareResponses(first, requests, {
    start: () => sides.start(false),
    ignored,
    milliseconds: isMeasured
      ? Math.max(milliseconds * PROVING, Math.min(ENOUGH, milliseconds * (1 - PROVING)))
      : milliseconds,
    report: (doing, done) =>
      progress.report(
        'comparing responses',
        doing,
        isMeasured ? passedOf(opened, begin + milliseconds) : done,
      ),
  });
  const seconds = (Date.now() - begin) / 1000;
  const rest = Math.max(begin + milliseconds - Date.now(), milliseconds * LEAST);
  const speed = isMeasured ? await measureSpeed(compared, settings, rest, { opened, progress }) : null;
  const { maglev } = compared.pair;
  return {
    app: app.name,
    versions: { node: process.version, express: express.version, maglev: version() },
    express: app.line!,
    processor: `${cpus()[0]!.model.trim()}, ${availableParallelism()} cores${cores.server ? ', servers and load pinned' : ''}`,
    date: new Date().toISOString().slice(0, 10),
    seconds,
    requests: { ...about, left: compared.left, shared: sides.shared, unconfirmed: compared.unconfirmed },
    comparisons: compared.comparisons,
    fastPaths: maglev.isRunning ? await maglev.fastPaths() : [],
    speed,
  };
}

/** Not if a side has ended, which the differences show. */
async function measureSpeed(
  { pair: { express, maglev }, comparisons }: ResponseComparison<Side>,
  { rounds }: Settings,
  milliseconds: number,
  { opened, progress }: { opened: number; progress: Progress },
) {
  if (!express.isRunning || !maglev.isRunning)
    return { notes: ['Nothing was measured, because the application ended too often.'] };
  const passed = passedOf(opened, Date.now() + milliseconds);
  return measure([express, maglev], comparisons, { rounds, milliseconds }, (doing, done) =>
    progress.report('measuring', doing, passed + done * (1 - passed)),
  );
}

/** The progress of a run: measuring fills the time that comparing leaves, so the elapsed time alone determines it. */
function passedOf(begin: number, end: number): number {
  return (Date.now() - begin) / (end - begin);
}

/** Ends the servers with this process. */
function exitOnSignals(cleanUp: () => void): { off(): void } {
  const leave = (_signal: string, number: number) => {
    killAll();
    cleanUp();
    process.exit(128 + number);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, leave);
  return {
    off() {
      for (const signal of signals) process.off(signal, leave);
    },
  };
}

function writePage(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Failure(`Cannot write ${file} (${(error as NodeJS.ErrnoException).code}).`);
  }
}
