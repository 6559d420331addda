import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { APP_OPTIONS, type AppRequest, readAppRequest } from '../app/request.js';
import { readNumber } from '../arguments.js';
import type { Arguments, Command, Values } from '../command.js';
import { Failure } from '../failure.js';
import { cores, killAll } from '../measure/child.js';
import { createProgress, type Progress } from '../measure/progress.js';
import type { Terminal } from '../terminal.js';
import { version } from '../version.js';
import { type Derived, derive } from './derive.js';
import { measure, type Plan, type Tell } from './measure.js';
import { pageOf } from './page.js';
import { type Proof, prove } from './prove.js';
import { type Request, SAFE, withHeaders } from './request.js';
import { readRequests } from './request-file.js';
import { count, jsonOf, type Result } from './result.js';
import type { Served } from './serve.js';
import { assertLoaded, type Installed, installedExpress, Side } from './side.js';
import { textOf } from './text.js';

const DEFAULTS = { time: 30, rounds: 5, answer: 2, out: 'maglev-compare.html' };
/** The largest share of the time for comparing answers, and the milliseconds that it takes in any case. */
const PROVING = 0.4;
const ENOUGH = 5000;

export const compare: Command = {
  name: 'compare',
  usage: '<file> [options] [-- node flags]',
  summary: 'run your application on Express and on maglev: same answers? what is gained?',
  about: `Runs an application twice, on the Express that is installed beside it and on maglev, and asks both the same. First
every answer is compared, status, headers and bytes; then both are measured in turns. Writes a page with all of it.
Requests are made of the route table, or read from a file with one request a line (GET /users/7, POST /users {"a":1}),
a HAR file, or an OpenAPI description. Of these GET, HEAD and OPTIONS are asked; --unsafe asks the others, too.
Asks nothing but these two servers, which listen on this machine alone, with NODE_ENV=production unless it is set.
Exit code 0 if all answers are the same, 1 if any is different, 2 if it could not be found out.`,
  options: {
    requests: { type: 'string', value: 'file', help: 'ask what is in this file instead' },
    unsafe: { type: 'boolean', help: 'ask what may change something, too: POST, PUT, PATCH, DELETE' },
    param: {
      type: 'string',
      value: 'name=value',
      multiple: true,
      help: 'a value for parameters of this name',
    },
    header: { type: 'string', value: 'name: value', multiple: true, help: 'a header for all requests' },
    'only-equality': { type: 'boolean', help: 'compare the answers, and measure nothing' },
    time: {
      type: 'string',
      value: 'seconds',
      help: `how long all of it may take (default: ${DEFAULTS.time})`,
    },
    rounds: {
      type: 'string',
      value: 'number',
      help: `how often each side has its turn (default: ${DEFAULTS.rounds})`,
    },
    'answer-time': {
      type: 'string',
      value: 'seconds',
      help: `how long an answer may take (default: ${DEFAULTS.answer})`,
    },
    out: {
      type: 'string',
      short: 'o',
      value: 'file',
      help: `where the page goes (default: ${DEFAULTS.out})`,
    },
    json: { type: 'boolean', help: 'print the result as JSON' },
    ...APP_OPTIONS,
  },
  examples: [
    ['maglev compare ./app.js', 'is it the same, and what is gained?'],
    ['maglev compare ./app.js --requests requests.txt --time 60', 'with your own requests'],
    ['maglev compare ./app.js --only-equality --json', 'for CI: exit code 1 if any answer is different'],
    ['maglev compare ./app.ts -- --import tsx', 'flags for node stand behind --'],
  ],
  run,
};

interface Settings {
  readonly milliseconds: number;
  readonly rounds: number;
  readonly answerTime: number;
  readonly out: string;
  readonly parameters: Record<string, string>;
  readonly headers: readonly (readonly [string, string])[];
}

async function run(args: Arguments, terminal: Terminal): Promise<number> {
  const app = readAppRequest(args, 'compare');
  const settings = readSettings(args.values);
  const express = installedExpress(app);
  const progress = createProgress(1);
  const leave = exitOnSignals();
  let result: Result;
  try {
    result = await compareSides(app, express, args.values, settings, progress);
  } finally {
    leave.off();
    progress.end();
  }
  // Before the page is written, which may fail after half a minute of work.
  terminal.print(args.values.json ? jsonOf(result) : textOf(result, terminal.style));
  writePage(settings.out, pageOf(result));
  terminal.notice(`Written: ${settings.out}`);
  return count(result, 'different') > 0 ? 1 : 0;
}

async function compareSides(
  app: AppRequest,
  express: Installed,
  values: Values,
  settings: Settings,
  progress: Progress,
): Promise<Result> {
  const sides: Side[] = [];
  try {
    for (const name of ['express', 'maglev'] as const) {
      progress.tell('starting', name, sides.length * 0.02);
      sides.push(await Side.start(name, app, express, settings.answerTime));
    }
    const [theirs, ours] = sides as [Side, Side];
    const line = app.line!;
    assertLoaded(app, theirs, ours);

    const { requests, ...about } = requestsFor(app, ours, values, settings);
    const begin = Date.now();
    const { milliseconds } = settings;
    const until = begin + Math.max(milliseconds * PROVING, ENOUGH);
    const proof = await prove(theirs, ours, requests, until, (name, done) =>
      progress.tell('comparing answers', name, 0.05 + done * 0.2),
    );
    if (proof.fatal !== null && !theirs.isRunning && !ours.isRunning) {
      throw new Failure(`${app.name} ends when it is asked ${proof.fatal}: leave that out, by --requests.`);
    }
    const rest = Math.max(begin + milliseconds - Date.now(), milliseconds * (1 - PROVING));
    const plan = { rounds: settings.rounds, milliseconds: rest };
    const tell = (doing: string, done: number) => progress.tell('measuring', doing, 0.25 + done * 0.75);
    const speed = values['only-equality'] ? null : await measureSpeed([theirs, ours], proof, plan, tell);
    return {
      app: app.name,
      versions: { node: process.version, express: express.version, maglev: version() },
      express: line,
      processor: `${cpus()[0]!.model.trim()}, ${availableParallelism()} cores${cores.server ? ', servers and load pinned' : ''}`,
      date: new Date().toISOString().slice(0, 10),
      requests: { ...about, left: proof.left },
      comparisons: proof.comparisons,
      speed,
    };
  } finally {
    await Promise.all(sides.map((side) => side.stop()));
  }
}

/** Not if a side has ended, which the differences show. */
async function measureSpeed(
  sides: readonly [Side, Side],
  { comparisons, fatal }: Proof,
  plan: Plan,
  tell: Tell,
) {
  if (fatal !== null)
    return { notes: [`Nothing was measured, as one side ended when it was asked ${fatal}.`] };
  return measure(sides, comparisons, plan, tell);
}

function requestsFor(app: AppRequest, { served }: Side, values: Values, { parameters, headers }: Settings) {
  const file = values.requests as string | undefined;
  const { requests: all, skipped } =
    file === undefined
      ? deriveRequests(app, served.routes, parameters)
      : { requests: readRequests(file, parameters), skipped: [] };
  const requests = all.filter(({ method }) => values.unsafe || SAFE.includes(method));
  return {
    requests: requests.map((request): Request => withHeaders(request, headers)),
    source: file ?? 'the route table',
    skipped,
    unsafe: all.length - requests.length,
  };
}

function deriveRequests(
  { name }: AppRequest,
  routes: Served['routes'],
  values: Record<string, string>,
): Derived {
  if (routes === null)
    throw new Failure(`The routes of ${name} cannot be read: --requests takes your own requests.`);
  return derive(routes, values);
}

function readSettings(values: Values): Settings {
  return {
    milliseconds: 1000 * (readNumber(values, 'time') ?? DEFAULTS.time),
    rounds: Math.ceil(readNumber(values, 'rounds') ?? DEFAULTS.rounds),
    answerTime: 1000 * (readNumber(values, 'answer-time') ?? DEFAULTS.answer),
    out: (values.out as string | undefined) ?? DEFAULTS.out,
    parameters: Object.fromEntries(asList(values.param).map((text) => split(text, '=', '--param id=7'))),
    headers: asList(values.header).map((text) => split(text, ':', '--header "Authorization: Bearer x"')),
  };
}

function asList(value: Values[string]): string[] {
  return (value ?? []) as string[];
}

function split(text: string, mark: string, example: string): readonly [string, string] {
  const at = text.indexOf(mark);
  if (at < 1) throw new Failure(`${JSON.stringify(text)} has no name in front: write it as ${example}`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** Ends the servers with this process. */
function exitOnSignals(): { off(): void } {
  const leave = (_signal: string, number: number) => {
    killAll();
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
    throw new Failure(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
