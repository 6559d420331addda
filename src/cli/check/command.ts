import { APP_OPTIONS, lineOf, readAppRequest } from '../app/request.js';
import type { Arguments, Command, Values } from '../command.js';
import { Failure } from '../failure.js';
import { count } from '../routes/text.js';
import type { Terminal } from '../terminal.js';
import { applyFixes } from './apply-fixes.js';
import { compareWithBaseline, writeBaseline } from './baseline.js';
import { findingsOf } from './findings.js';
import { withoutVainFixes } from './fix.js';
import { findWrongComments, withoutIgnored } from './ignored.js';
import { inspectForCheck } from './loaded.js';
import { FORMATS, type Format, printFindings } from './print.js';

export const check: Command = {
  name: 'check',
  usage: '<file> [options] [-- node flags] [arguments]',
  summary: 'finds mistakes, and what has to change for another Express',
  about: [
    'Finds routes that others possibly shadow, duplicates, patterns that backtrack, error',
    'handlers with the wrong number of parameters, middleware after the routes it should guard, uncaught',
    'promises, and more. With --express also what has to change for a newer Express: paths, and calls in the',
    'code of the registered handlers.',
    '',
    'A comment on the line or above it ignores a finding: // maglev-check-ignore <rule>: <reason>',
    '',
    'Exit codes: 0 only notes were found, 1 an error or a warning was found (any finding with --strict),',
    '2 the application cannot be loaded, or an argument is invalid. Findings that are ignored, in the baseline or',
    'fixed do not count. Each rule has a section in docs/check-rules.md of the package.',
  ].join('\n'),
  options: {
    format: { type: 'string', value: FORMATS.join('|'), help: 'how to print the findings (default: text)' },
    json: { type: 'boolean', help: 'the same as --format json' },
    strict: { type: 'boolean', help: 'count notes too: the exit code is 1 for any finding' },
    fix: { type: 'boolean', help: 'show a diff of the changes that are certain, and write them' },
    yes: { type: 'boolean', short: 'y', help: 'let --fix write without confirmation' },
    from: {
      type: 'string',
      value: '3|4',
      help: 'the Express it was written for (default: the installed one)',
    },
    ask: {
      type: 'boolean',
      help: 'send a request to each GET route, and report the deprecated calls it makes',
    },
    ignore: { type: 'string', value: 'rule', multiple: true, help: 'ignore the findings of a rule' },
    baseline: { type: 'string', value: 'file', help: 'ignore the findings that are in this file' },
    'update-baseline': { type: 'boolean', help: 'write the findings into that file' },
    ...APP_OPTIONS,
  },
  examples: [
    ['maglev check ./app.js', 'all findings'],
    ['maglev check ./app.js --express 5', 'what an application of Express 4 has to change for Express 5'],
    ['maglev check ./app.js --express 5 --fix', 'the same, and write what is certain'],
    ['maglev check ./app.js --format sarif > check.sarif', 'for code hosts and editors'],
    ['maglev check ./app.js --baseline known.json', 'in CI: only new findings'],
  ],
  run,
};

async function run(args: Arguments, terminal: Terminal): Promise<number> {
  const { values } = args;
  const format = formatOf(values);
  const baseline = baselineOf(values);
  const app = readAppRequest(args, 'check');
  const target = app.line ?? '5';
  const from = lineOf(values, 'from', ['3', '4']) ?? app.installed;
  const inspection = await inspectForCheck(app, from, target, values.ask === true);
  const wrong = findWrongComments(inspection.code!.files);
  const all = [...findingsOf(inspection, from, target), ...wrong];
  const counted = withoutVainFixes(withoutIgnored(all, (values.ignore ?? []) as string[]));

  const left = values.fix ? await applyFixes(counted, values.yes === true, format, terminal) : counted;
  if (values['update-baseline']) {
    writeBaseline(baseline!, left);
    terminal.notice(`${count(left.length, 'finding')} written to ${baseline}`);
    return 0;
  }
  const { findings, known, gone } =
    baseline === null ? { findings: left, known: 0, gone: 0 } : compareWithBaseline(baseline, left);
  printFindings(format, { file: app.name, from: inspection.line, target, findings }, terminal);
  if (known > 0) terminal.notice(`${count(known, 'finding')} more in ${baseline}`);
  if (gone > 0)
    terminal.notice(
      `${count(gone, 'finding')} of ${baseline} no longer found: --update-baseline removes them`,
    );
  return findings.some(({ level }) => values.strict || level !== 'note') ? 1 : 0;
}

function formatOf({ format, json }: Values): Format {
  if (json && format !== undefined && format !== 'json') {
    throw new Failure(`--json and --format ${format} cannot be given together.`);
  }
  const chosen = json ? 'json' : ((format as string | undefined) ?? 'text');
  if (FORMATS.includes(chosen as Format)) return chosen as Format;
  throw new Failure(`--format is ${JSON.stringify(chosen)}, but has to be ${FORMATS.join(', ')}.`);
}

function baselineOf(values: Values): string | null {
  const file = (values.baseline as string | undefined) ?? null;
  if (values['update-baseline'] && file === null) {
    throw new Failure('--update-baseline needs the file: --baseline <file>.');
  }
  return file;
}
