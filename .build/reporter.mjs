// The reporter of `npm test` and `npm run check`: prints failures as they happen and again at the end, and Node's summary. On a
// terminal it also prints a progress line. `--verbose` uses Node's own reporter instead. Plain JavaScript, because Node 20 loads
// reporters before the TypeScript loader.
import { relative } from 'node:path';
import { inspect } from 'node:util';

/** The lines of Node's summary, in its order. */
const SUMMARY = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/;
/** The failure type of a test that fails only because of its subtests, which are reported themselves. */
const BY_OTHERS = 'subtestsFailed';
const CANCELLED = 'cancelledByParent';
/** Stack lines that are not about the test. */
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
    yield `${progress.clear()}${cancelled} tests were cancelled: an earlier test did not end, and the event loop was empty.\n`;
  yield `${progress.clear()}${describeAll(failures, summary)}`;
}

/** A line that overwrites itself; nothing where that is not possible. */
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

/** The first line has the format of Node's reporter, so that the same programs can parse both. */
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
