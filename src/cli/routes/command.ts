import { writeFileSync } from 'node:fs';
import { APP_OPTIONS, readAppRequest } from '../app/request.js';
import type { Arguments, Command } from '../command.js';
import { Failure, messageOf } from '../failure.js';
import { inspectApp } from '../inspect/inspect.js';
import type { InspectInput, Inspection } from '../inspect/inspection.js';
import { rowsOf } from '../inspect/rows.js';
import { allLayers } from '../inspect/steps.js';
import type { Terminal } from '../terminal.js';
import { pageOf } from './page.js';
import { count, summaryText, tableText } from './text.js';
import { wordsOf } from './words.js';

export const routes: Command = {
  name: 'routes',
  usage: '<file> [options] [-- node flags]',
  summary: 'what the routes of an application compile to',
  about: [
    'Prints the route table of an application: method, whole path, how many functions run before the handler,',
    'the handler, and where it was registered. The file exports the application or calls listen, which is',
    'captured and not opened; what it asks of express is answered by maglev.',
  ].join('\n'),
  options: {
    json: { type: 'boolean', help: 'print the table as JSON' },
    html: {
      type: 'boolean',
      help: 'print a page with the tree of each method and a search for what runs for a path',
    },
    out: { type: 'string', short: 'o', value: 'file', help: 'write to a file and not to the terminal' },
    explain: { type: 'string', value: "'GET /path'", help: 'say which layers a request runs, and why' },
    ...APP_OPTIONS,
  },
  examples: [
    ['maglev routes ./app.js', 'the table, as a tree'],
    ["maglev routes ./app.js --explain 'GET /users/7'", 'what runs for a request, in words'],
    ['maglev routes ./app.js --html --out routes.html', 'a page to look around in'],
    ['maglev routes ./app.ts -- --import tsx', "TypeScript, by the application's own loader"],
  ],
  run,
};

async function run(args: Arguments, terminal: Terminal): Promise<number> {
  const { values } = args;
  const request = readRequest(values.explain as string | undefined);
  const app = readAppRequest(args, 'routes');
  const inspection = await inspectApp(app, { request });
  const text = textOf(app.name, inspection, values, terminal);
  if (values.out === undefined) terminal.print(text);
  else write(values.out as string, text, terminal);
  warnRefusals(app.name, inspection, terminal);
  return 0;
}

/** The table also has paths that the line rejects, for which the application would not start. */
function warnRefusals(name: string, { line, program }: Inspection, { notice, noticeStyle }: Terminal): void {
  const refused = allLayers(program).filter(({ layer }) => layer.refused !== null).length;
  if (refused === 0) return;
  const paths = count(refused, 'path');
  notice(
    `${noticeStyle.yellow('maglev:')} ${name} does not start on Express ${line}, which refuses ${paths} of it: maglev check says which, and what to write.`,
  );
}

function textOf(
  name: string,
  inspection: Inspection,
  values: Arguments['values'],
  { style }: Terminal,
): string {
  const { explanation, line, program, milliseconds } = inspection;
  if (explanation !== null) {
    return values.json ? JSON.stringify(explanation, null, 2) : wordsOf(explanation, style);
  }
  if (values.html) return pageOf(name, inspection);
  const rows = rowsOf(inspection);
  if (values.json) {
    const { layers, leaves, opaque } = program.figures;
    const figures = { layers, leaves, opaque, milliseconds };
    return JSON.stringify(
      { file: name, express: line, figures, routes: rows.map(({ key, ...row }) => row) },
      null,
      2,
    );
  }
  return `${tableText(rows, style)}\n\n${summaryText(name, inspection, rows)}`;
}

function write(file: string, text: string, terminal: Terminal): void {
  try {
    writeFileSync(file, `${text}\n`);
  } catch (error) {
    throw new Failure(`${file} cannot be written: ${messageOf(error)}`);
  }
  terminal.notice(`Written to ${file}`);
}

/** `GET /users/7`, or the path alone. */
function readRequest(text: string | undefined): InspectInput['request'] {
  if (text === undefined) return null;
  const words = text.trim().split(/\s+/);
  const [method, url] = words.length === 1 ? ['GET', words[0]!] : (words as [string, string]);
  if (words.length > 2 || !url.startsWith('/')) {
    throw new Failure(
      `--explain takes a method and a path, as in 'GET /users/7', but got ${JSON.stringify(text)}.`,
    );
  }
  return { method: method.toUpperCase(), path: url.split('?', 1)[0]! };
}
