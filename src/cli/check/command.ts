import { APP_OPTIONS, lineOf, readAppRequest } from '../app/request.js';
import type { Arguments, Command, Values } from '../command.js';
import { Failure } from '../failure.js';
import type { Inspection } from '../inspect/inspection.js';
import { count } from '../routes/text.js';
import type { Terminal } from '../terminal.js';
import { applyFixes } from './apply-fixes.js';
import { compareWithBaseline, writeBaseline } from './baseline.js';
import type { Finding } from './finding.js';
import { findingsOf } from './findings.js';
import { withoutVainFixes } from './fix.js';
import { findWrongComments, withoutIgnored } from './ignored.js';
import { inspectForCheck } from './loaded.js';
import { FORMATS, type Format, printFindings } from './print.js';

export const check: Command = {
  name: 'check',
  usage: '<file> [options] [-- node flags] [arguments]',
  summary: 'find mistakes, and what to change for another version of Express',
  about: [
    'Finds mistakes: routes that others shadow, duplicate routes, patterns that backtrack, error handlers with the wrong',
    'number of parameters, middleware after the routes it should guard, promises that nobody catches, and more. With',
    '--express 5 it also finds what an Express 4 application has to change, in its paths and in its code.',
    '',
    'To ignore a finding, add a comment on its line or the line above: // maglev-check-ignore <rule>: <reason>',
    '',
    'Exit codes:',
    '  0  nothing was found, or only notes',
    '  1  an error or a warning was found, with --strict also a note,',
    '     or a fix of --fix was not written',
    '  2  the application cannot be loaded, or an argument is invalid',
    'Findings that are ignored, in the baseline or fixed do not count. Each rule has a section in docs/check-rules.md.',
  ].join('\n'),
  options: {
    format: { type: 'string', value: FORMATS.join('|'), help: 'how to print the findings (default: text)' },
    json: { type: 'boolean', help: 'the same as --format json' },
    strict: { type: 'boolean', help: 'count notes too: the exit code is 1 for any finding' },
    fix: {
      type: 'boolean',
      help: 'show a diff of the fixes that are certain, and write them after confirmation',
    },
    yes: { type: 'boolean', short: 'y', help: 'write the fixes without confirmation' },
    from: {
      type: 'string',
      value: '3|4',
      help: 'the version of Express it was written for (default: the installed one)',
    },
    'request-routes': {
      type: 'boolean',
      help: 'send a request to each GET route, and report deprecated calls',
    },
    ignore: { type: 'string', value: 'rule', multiple: true, help: 'ignore the findings of a rule' },
    baseline: { type: 'string', value: 'file', help: 'ignore the findings that are in this file' },
    'update-baseline': { type: 'boolean', help: 'write the current findings to that file' },
    ...APP_OPTIONS,
  },
  examples: [
    ['maglev check ./app.js', 'all findings'],
    ['maglev check ./app.js --express 5', 'what to change in an Express 4 application for Express 5'],
    ['maglev check ./app.js --express 5 --fix', 'the same, and apply the changes that are certain'],
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
  const inspection = await inspectForCheck(app, from, target, values['request-routes'] === true);
  const find = (inspected: Inspection) => findAll(inspected, from, target, values);
  const findAgain = async () => {
    // The fixed application may load on a newer version too, where less is reported.
    return find(await inspectForCheck(app, inspection.line, target, values['request-routes'] === true));
  };
  const fixRun = { find: findAgain, isAgreed: values.yes === true, format };
  const left = values.fix ? await applyFixes(find(inspection), fixRun, terminal) : find(inspection);
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
      `${count(gone, 'finding')} in ${baseline} no longer found; use --update-baseline to remove`,
    );
  const isFailure = ({ level, fix }: Finding) => {
    return values.strict || level !== 'note' || (values.fix && fix !== undefined);
  };
  return findings.some(isFailure) ? 1 : 0;
}

/** All findings that count. */
function findAll(inspection: Inspection, from: string | null, target: string, { ignore }: Values): Finding[] {
  const wrong = findWrongComments(inspection.code!.files);
  const all = [...findingsOf(inspection, from, target), ...wrong];
  return withoutVainFixes(withoutIgnored(all, (ignore ?? []) as string[]));
}

function formatOf({ format, json }: Values): Format {
  if (json && format !== undefined && format !== 'json') {
    throw new Failure(`--json and --format ${format} cannot be used together.`);
  }
  const chosen = json ? 'json' : ((format as string | undefined) ?? 'text');
  if (FORMATS.includes(chosen as Format)) return chosen as Format;
  throw new Failure(`--format must be one of ${FORMATS.join(', ')}, got ${JSON.stringify(chosen)}.`);
}

function baselineOf(values: Values): string | null {
  const file = (values.baseline as string | undefined) ?? null;
  if (values['update-baseline'] && file === null) {
    throw new Failure('--update-baseline requires --baseline <file>.');
  }
  return file;
}
