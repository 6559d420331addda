import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { failureOf, lateFailure } from './problem.js';
import { ORDER, type Order, type Report } from './protocol.js';
import type { AppRequest } from './request.js';

// These are the files of `dist/src/cli/app` in the package.
const RUNNER = fileURLToPath(new URL('./runner.mjs', import.meta.url));
const REGISTER = new URL('../../../register.mjs', import.meta.url).href;

/** Milliseconds after the application's time limit within which its process has to report. */
const EXTRA_TIME = 2000;
/** Characters of output that are kept: an application may log every request. */
const MAX_OUTPUT = 100_000;

export interface Work {
  /** URL of a module with a `Task`: `new URL('./inspect.js', import.meta.url)`. */
  readonly task: URL;
  readonly input?: unknown;
  /** What the application gets as Express; maglev by default. */
  readonly engine?: 'maglev' | 'express';
  readonly env?: NodeJS.ProcessEnv;
  /** Its working directory; the command's by default. */
  readonly cwd?: string;
}

/** Loads an application in its own process, runs a task there, returns the result and kills the process. */
export async function runInApp<Result>(request: AppRequest, work: Work): Promise<Result> {
  const { result, child } = await startApp<Result>(request, work);
  child.kill('SIGKILL');
  return result;
}

/** The same for a task that keeps running, such as a server: the caller ends the process. */
export async function startApp<Result>(
  request: AppRequest,
  work: Work,
): Promise<{ result: Result; child: ChildProcess }> {
  const child = spawnNode(request, work);
  const output = collectOutput(child, request.verbose);
  try {
    const report = await firstReport(child, request, output);
    // Output that was printed before the report may still be in the pipe; it is read in this tick.
    await new Promise(setImmediate);
    if (report === null) throw failureOf(request, { reason: 'ended', child, output: output() });
    if (report.maglev === 'failure') throw failureOf(request, { ...report, output: output() });
    return { result: report.value as Result, child };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

function spawnNode(
  request: AppRequest,
  { task, input = null, engine = 'maglev', env, cwd }: Work,
): ChildProcess {
  const { file, line, nodeFlags, args, milliseconds, call } = request;
  const order: Order = { file, call, args, task: fileURLToPath(task), input, limit: milliseconds };
  const redirected = engine === 'maglev' ? ['--import', REGISTER] : [];
  return spawn(process.execPath, [...nodeFlags, ...redirected, RUNNER], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    cwd,
    env: {
      ...process.env,
      ...(line === null ? {} : { MAGLEV_EXPRESS: line }),
      ...env,
      [ORDER]: JSON.stringify(order),
    },
  });
}

/** `--verbose` shows the output of the application; a failure shows its last line. */
function collectOutput(child: ChildProcess, verbose: boolean): () => string {
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-MAX_OUTPUT);
      if (verbose) process.stderr.write(chunk);
    });
  }
  return () => text;
}

/** Null if the process ends without a report. */
function firstReport(child: ChildProcess, request: AppRequest, output: () => string): Promise<Report | null> {
  return new Promise((resolve, reject) => {
    const isLate = () => reject(lateFailure(request, output()));
    const timer = setTimeout(isLate, request.milliseconds + EXTRA_TIME);
    const finish = (act: () => void) => {
      clearTimeout(timer);
      act();
    };
    child.on('message', (message: Report) => {
      if (message?.maglev) finish(() => resolve(message));
    });
    child.once('error', (error) => finish(() => reject(error)));
    // 'close' is emitted after all output, and after a message that was sent before the end.
    child.once('close', () => finish(() => resolve(null)));
  });
}
