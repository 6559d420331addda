import { type ChildProcess, spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { Failure } from '../failure.js';
import { isModule } from './entry.js';
import type { Reason, Thrown } from './protocol.js';
import type { AppRequest } from './request.js';

/** Why an application could not be loaded. */
export interface Problem {
  readonly reason: Reason | 'ended';
  readonly error?: Thrown;
  readonly child?: ChildProcess;
  /** Its complete output. */
  readonly output: string;
}

/** The application threw, but not because of a missing file or its language. */
export class ThrownFailure extends Failure {}

/** The failure in one sentence. */
export function failureOf(request: AppRequest, problem: Problem): Failure {
  const { name } = request;
  switch (problem.reason) {
    case 'silent':
      return new Failure(
        `${name} neither exports an application nor calls listen${lastOutput(problem.output)}`,
        problem.output,
      );
    case 'late':
      return lateFailure(request, problem.output);
    case 'function':
      return factoryFailure(request, problem.error!.message);
    case 'no function':
      return noFunctionFailure(request, problem.error!.message);
    case 'handler':
      return new Failure(`${name} calls listen, but not for an application: export the application as well.`);
    case 'ended':
      return endedFailure(request, problem);
    case 'threw':
      return thrownFailure(request, problem.error!);
    case 'task':
      return new Failure(problem.error!.message, problem.error!.stack);
  }
}

function factoryFailure({ name, file }: AppRequest, exported: string): Failure {
  const isDefault = exported === 'default';
  const what = isDefault ? 'a function that' : `the function ${exported}, which`;
  const path = `'./${basename(file)}'`;
  const binding = isDefault ? 'create' : `{ ${exported} }`;
  const wrapper = isModule(file)
    ? `import ${binding} from ${path}; export default ${isDefault ? 'create' : exported}();`
    : `module.exports = require(${path})${isDefault ? '' : `.${exported}`}();`;
  return new Failure(
    `${name} exports ${what} is not an application. If it creates one, add --call ${exported}, or pass a file with this line: ${wrapper}`,
  );
}

function noFunctionFailure({ name, call }: AppRequest, names: string): Failure {
  const what = names === '' ? 'it exports no functions' : `it exports ${names}`;
  return new Failure(`${name} exports no function ${call!.name} for --call; ${what}.`);
}

/** The application may wait for a database, arguments or a configuration file: its last output usually shows for which. */
export function lateFailure({ name, milliseconds }: AppRequest, output: string): Failure {
  const seconds = milliseconds / 1000;
  const waited = `${name} did not export an application or call listen within ${seconds} seconds`;
  return new Failure(`${waited}; raise the limit with --timeout${lastOutput(output)}`, output);
}

/** Lines that Node prints around the message of an error. */
const NOISE = /^\s*$|^\s+at |^Node\.js v|^\s*[{}\]]|^ {2}\w+: /;

/** The end of a sentence: the last line that an application printed. */
function lastOutput(output: string): string {
  const last = output.split('\n').findLast((line) => !NOISE.test(line));
  return last ? `; its last output was: ${last.trim()}` : '.';
}

function endedFailure({ name, verbose }: AppRequest, { child, output }: Problem): Failure {
  const how = child?.signalCode ? `was killed by ${child.signalCode}` : `exited with code ${child?.exitCode}`;
  const printed = lastOutput(output).replace(/^\.$/, '');
  return new Failure(`${name} ${how} while loading${printed}`, verbose ? undefined : output);
}

function thrownFailure(request: AppRequest, error: Thrown): Failure {
  const { name } = request;
  const { code, message, stack } = error;
  const missing = /^Cannot find (?:package|module) '([^']+)'/.exec(message)?.[1];
  if (missing && (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND')) {
    const what = /^[./]/.test(missing) ? `the file ${missing}` : `the package ${missing}`;
    return new Failure(`${name} needs ${what}, which cannot be found.`, stack);
  }
  if (isUnreadTypeScript(request, error)) {
    return new Failure(
      `${name} is TypeScript, which this version of Node cannot run: pass the application's loader, for example -- --import tsx`,
      stack,
    );
  }
  if (error.name === 'SyntaxError') {
    return new Failure(`${name} has a syntax error${describePlace(request, stack)}: ${message}`, stack);
  }
  const [first = ''] = message.split('\n');
  return new ThrownFailure(`${name} failed to load: ${error.name}: ${first}`, stack);
}

function isUnreadTypeScript({ file, nodeFlags }: AppRequest, { name, code }: Thrown): boolean {
  if (!/\.[cm]?tsx?$/.test(file) || nodeFlags.length > 0) return false;
  return name === 'SyntaxError' || code === 'ERR_UNKNOWN_FILE_EXTENSION';
}

/** Node prints the place of a syntax error before its name, but for ES modules only if the error is uncaught. */
function describePlace({ file, nodeFlags }: AppRequest, stack: string): string {
  const place = firstPlace(stack) ?? firstPlace(checkSyntax(file, nodeFlags));
  return place === undefined ? '' : ` in ${place}`;
}

/** At the start of a line; stack lines are indented. */
function firstPlace(text: string): string | undefined {
  return /^(?:file:\/\/)?(\S[^\n]*:\d+)$/m.exec(text)?.[1];
}

function checkSyntax(file: string, nodeFlags: readonly string[]): string {
  return spawnSync(process.execPath, [...nodeFlags, '--check', file], { encoding: 'utf8' }).stderr;
}
