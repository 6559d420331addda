// The reporter of `npm test` and `npm run check`: failures, as they happen and once more at the end, and Node's summary; on a
// terminal also a line that counts. `--verbose` uses Node's own reporter instead. Plain JavaScript, because Node 20 loads
// reporters before the loader of TypeScript.
import { relative } from 'node:path';
import { inspect } from 'node:util';

/** The lines of Node's summary, in its order. */
const SUMMARY = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/;
/** A test fails because of the tests in it, which are reported themselves. */
const BY_OTHERS = 'subtestsFailed';
const CANCELLED = 'cancelledByParent';
/** Lines of a stack that say nothing about the test. */
const RUNNER = /^ +at .*\bnode:(?:internal|async_hooks)|^ +at (?:new Promise|Array\.map) \(<anonymous>\)/;

export default async function* report(source) {
  const progress = new Progress(process.stdout.isTTY === true);
  const failures = [];
  let cancelled = 0;
  const summary = new Map();
  for await (const { type, data } of source) {
    const failure = type === 'test:fail' ? (data.details?.error?.failureType ?? 'unknown') : null;
    if (failure === CANCELLED) cancelled++;
    else if (failure !== null && failure !== BY_OTHERS) {
      failures.push(data);
      yield `${progress.clear()}${describeFailure(data)}\n`;
    }
    if (type === 'test:pass' || type === 'test:fail') yield progress.count(data, failures.length);
    if (type === 'test:diagnostic') {
      const [, name, value] = (data.nesting === 0 && SUMMARY.exec(data.message ?? '')) || [];
      if (name !== undefined) summary.set(name, value);
    }
  }
  if (cancelled > 0)
    yield `${progress.clear()}${cancelled} tests were cancelled: one before them has not ended, and nothing was left to wait for.\n`;
  yield `${progress.clear()}${describeAll(failures, summary)}`;
}

/** A line that is written over itself; nothing where that is not possible. */
class Progress {
  #isTerminal;
  #tests = 0;
  #shown = 0;

  constructor(isTerminal) {
    this.#isTerminal = isTerminal;
  }

  count({ details, file = '' }, failed) {
    if (details?.type !== 'suite') this.#tests++;
    const now = Date.now();
    if (!this.#isTerminal || now - this.#shown < 100) return '';
    this.#shown = now;
    return `${this.clear()}${this.#tests} tests, ${failed} failed: ${relative(process.cwd(), file)}`;
  }

  clear() {
    return this.#isTerminal ? '\r\x1b[K' : '';
  }
}

/** The first line is as Node's reporter writes it, so that the same programs can read both. */
function headingOf({ name, details }) {
  return `✖ ${name} (${details?.duration_ms ?? 0}ms)`;
}

function describeFailure(data) {
  const error = data.details?.error?.cause ?? data.details?.error;
  const text = typeof error === 'string' ? error : inspect(error, { colors: false });
  const lines = text.split('\n').filter((line) => !RUNNER.test(line));
  const place = /\.test\.ts$/.test(data.file ?? '') ? ` in ${relative(process.cwd(), data.file)}` : '';
  return `${headingOf(data)}${place}\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}

function describeAll(failures, summary) {
  const lines = [...summary].map(([name, value]) => `ℹ ${name} ${value}`);
  const listed = failures.length === 0 ? [] : ['✖ failing tests:', ...failures.map(headingOf)];
  const of = (name) => Number(summary.get(name) ?? 0);
  const counts = `${of('pass')} passed, ${of('fail') + of('cancelled')} failed, ${of('skipped')} skipped`;
  return `${[...listed, ...lines, counts].join('\n')}\n`;
}
