import { writeFileSync } from 'node:fs';
import { METHODS } from 'node:http';
import { APP_OPTIONS, readAppRequest } from '../app/request.js';
import { readNumber } from '../arguments.js';
import type { Arguments, Command, Values } from '../command.js';
import { Failure, messageOf } from '../failure.js';
import { offTexts, onText } from '../fast-path-text.js';
import { inspectApp } from '../inspect/inspect.js';
import type { InspectInput, Inspection } from '../inspect/inspection.js';
import { rowsOf } from '../inspect/rows.js';
import { allLayers } from '../inspect/steps.js';
import { suggest } from '../suggest.js';
import type { Terminal } from '../terminal.js';
import { pageOf } from './page.js';
import { count, summaryText, tableText } from './text.js';
import { wordsOf } from './words.js';

export const routes: Command = {
  name: 'routes',
  usage: '<file> [options] [-- node flags] [arguments]',
  summary: 'list the routes of an application, or what runs for a request',
  about: [
    'Prints the routes of an application: method, full path, how many functions run before the handler, the handler, and',
    'where it was registered. The file has to export the application or call listen, which opens no port here. The',
    'application loads maglev instead of Express.',
  ].join('\n'),
  options: {
    json: { type: 'boolean', help: 'print the table as JSON' },
    html: {
      type: 'boolean',
      help: 'print a page with the tree of each method, and a search for what a request runs',
    },
    out: { type: 'string', short: 'o', value: 'file', help: 'write to a file instead of the terminal' },
    explain: {
      type: 'string',
      value: "'GET /path'",
      help: 'print which handler responds to a request, which layers run before it, and which routes nearly match; -v for details',
    },
    app: { type: 'string', value: 'number', help: 'which application to show, if the file has several' },
    ...APP_OPTIONS,
  },
  examples: [
    ['maglev routes ./app.js', 'the table, as a tree'],
    ["maglev routes ./app.js --explain 'GET /users/7'", 'what runs for a request'],
    ['maglev routes ./app.js --html --out routes.html', 'an interactive page'],
    ['maglev routes ./app.ts -- --import tsx', "TypeScript, with the application's own loader"],
  ],
  run,
};

async function run(args: Arguments, terminal: Terminal): Promise<number> {
  const { values } = args;
  const request = readRequest(values.explain as string | undefined);
  const app = readAppRequest(args, 'routes');
  const inspection = await inspectApp(app, { request });
  const text = textOfAll(app.name, inspection, values, terminal);
  if (values.out === undefined) terminal.print(text);
  else write(values.out as string, text, terminal);
  warnRefusals(app.name, inspection, terminal);
  return 0;
}

/** The table includes paths that the line rejects, with which the application would not start. */
function warnRefusals(name: string, { line, program }: Inspection, { notice, noticeStyle }: Terminal): void {
  const refused = allLayers(program).filter(({ layer }) => layer.refused !== null).length;
  if (refused === 0) return;
  const paths = count(refused, 'path');
  notice(
    `${noticeStyle.yellow('maglev:')} ${name} does not start on Express ${line}, which rejects ${paths}: run maglev check for the list and the fixes.`,
  );
}

/** The inspections of all applications of a file; a page shows one. */
function textOfAll(name: string, inspection: Inspection, values: Values, terminal: Terminal): string {
  const all = [inspection, ...inspection.others];
  const chosen = chooseApp(all, values, name);
  if (chosen !== null || all.length === 1) return textOf(name, chosen ?? inspection, values, terminal);
  if (values.json && values.explain === undefined) {
    const [first, ...others] = all.map((one) => dataOf(name, one));
    return JSON.stringify({ ...first, others }, null, 2);
  }
  if (values.html || values.json) {
    terminal.notice(`${name} has ${all.length} applications: this is the first, --app 2 is the next.`);
    return textOf(name, inspection, values, terminal);
  }
  const texts = all.map((one, i) => textOf(`${name} (${i + 1} of ${all.length})`, one, values, terminal));
  return texts.join('\n\n');
}

function chooseApp(all: readonly Inspection[], values: Values, name: string): Inspection | null {
  const number = readNumber(values, 'app');
  if (number === undefined) return null;
  const chosen = all[number - 1];
  if (chosen) return chosen;
  throw new Failure(`--app is ${values.app}, but ${name} has ${count(all.length, 'application')}.`);
}

function textOf(name: string, inspection: Inspection, values: Values, { style }: Terminal): string {
  const { explanation } = inspection;
  if (explanation !== null) {
    if (values.json) return JSON.stringify(explanation, null, 2);
    return wordsOf(explanation, rowsOf(inspection), style, values.verbose === true);
  }
  if (values.html) return pageOf(name, inspection);
  if (values.json) return JSON.stringify(dataOf(name, inspection), null, 2);
  const rows = rowsOf(inspection);
  const { fastPaths } = inspection;
  const speed = fastPaths.length === 0 ? [] : [onText(fastPaths), ...offTexts(fastPaths)];
  return [tableText(rows, style), '', summaryText(name, inspection, rows), ...speed].join('\n');
}

/** The table for other programs. */
function dataOf(file: string, inspection: Inspection): object {
  const { line, program, milliseconds, fastPaths } = inspection;
  const { layers, leaves, regexpOnly } = program.figures;
  const figures = { layers, leaves, regexpOnly, milliseconds };
  const routes = rowsOf(inspection).map(({ key, ...row }) => row);
  return { file, express: line, figures, fastPaths, routes };
}

function write(file: string, text: string, terminal: Terminal): void {
  try {
    writeFileSync(file, `${text}\n`);
  } catch (error) {
    throw new Failure(`Cannot write ${file}: ${messageOf(error)}`);
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
  return { method: readMethod(method), path: url.split('?', 1)[0]! };
}

function readMethod(text: string): string {
  const method = text.toUpperCase();
  if (METHODS.includes(method)) return method;
  const meant = suggest(method, METHODS);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw new Failure(
    `--explain: Node does not support the method ${JSON.stringify(text)}, and responds with 400 itself.${hint}`,
  );
}
