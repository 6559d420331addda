import { APP_OPTIONS, readAppRequest } from '../app/request.js';
import type { Arguments, Command } from '../command.js';
import { inspectApp } from '../inspect/inspect.js';
import type { Terminal } from '../terminal.js';
import { findingsOf } from './findings.js';
import { findingsText, totalText } from './text.js';

export const check: Command = {
  name: 'check',
  usage: '<file> [options] [-- node flags]',
  summary: 'finds routes that do not do what was meant',
  about: [
    'Finds routes that others possibly shadow, duplicates, parameters that differ only in name, patterns that a',
    'request can keep busy, paths in the grammar of another Express, error handlers with the wrong number of',
    'parameters, middleware behind the routes it should guard, and layers that the compiler cannot see into.',
    'The exit code is 1 if there is an error or a warning, and 2 if the application cannot be loaded.',
  ].join('\n'),
  options: {
    json: { type: 'boolean', help: 'print the findings as JSON' },
    strict: { type: 'boolean', help: 'let notes count as well: the exit code is 1 for any finding' },
    ...APP_OPTIONS,
  },
  examples: [
    ['maglev check ./app.js', 'what there is to find'],
    ['maglev check ./app.js --json', 'for other programs'],
    ['maglev check ./app.js --express 5', 'what an application of Express 4 has to change for Express 5'],
  ],
  run,
};

async function run(args: Arguments, terminal: Terminal): Promise<number> {
  const app = readAppRequest(args, 'check');
  const inspection = await inspectApp(app);
  const findings = findingsOf(inspection, app.installed);
  if (args.values.json) {
    const shown = findings.map(({ key, ...finding }) => finding);
    terminal.print(JSON.stringify({ file: app.name, express: inspection.line, findings: shown }, null, 2));
  } else {
    if (findings.length > 0) terminal.print(`${findingsText(findings, terminal.style)}\n`);
    terminal.print(totalText(app.name, findings));
  }
  return findings.some(({ level }) => args.values.strict || level !== 'note') ? 1 : 0;
}
