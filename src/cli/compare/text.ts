/** The result as text for a terminal. */
import type { Style } from '../style.js';
import { diffOf } from './diff.js';
import { documentedRow, documentedText } from './documented.js';
import type { Comparison } from './equality.js';
import { change, groupTimes, isBetter, namedBy, rowsOf, spread } from './figures.js';
import { gainOf } from './gain.js';
import type { Speed } from './measure.js';
import { nameWithBody } from './request.js';
import { exitCodeOf, isMeasured, type Result } from './result.js';
import { remarks, unfinishedOf, varyingParts, varyingText, verdictOf } from './words.js';

/** The number of differences that are shown. */
const SHOWN = 10;

export function textOf(result: Result, style: Style): string {
  const { app, versions, processor, speed } = result;
  const parts = [
    `${style.bold(app)}: Express ${versions.express} and maglev ${versions.maglev}, Node ${versions.node}, ${processor}`,
    equality(result, style),
    ...(isMeasured(speed) ? figures(speed, style) : []),
    ...(speed?.notes ?? []).map((note) => style.yellow(note)),
  ];
  return parts.join('\n\n');
}

function equality(result: Result, style: Style): string {
  const { comparisons, seconds } = result;
  const different = comparisons.filter(({ differences }) => differences.length > 0);
  const code = exitCodeOf(result);
  const paint = code === 0 ? style.green : code === 1 ? style.red : style.yellow;
  return [
    paint(verdictOf(result)),
    ...different.slice(0, SHOWN).map((one) => difference(one, result, style)),
    ...(different.length > SHOWN
      ? [`(${different.length - SHOWN} more: --out report.html writes a page with all of them)`]
      : []),
    ...unfinishedOf(result).map(({ why, names }) => style.yellow(`${why}: ${names.join(', ')}.`)),
    ...varyingParts(comparisons).map((one) => `  ${varyingText(one)}`),
    ...remarks(result),
    `Compared in ${seconds.toFixed(1)} s.`,
  ].join('\n');
}

function difference(comparison: Comparison, { express }: Result, style: Style): string {
  const { request, differences, sent } = comparison;
  const row = documentedRow(comparison, express);
  const lines = differences.flatMap((one) => [
    `    ${one.what}`,
    ...diffOf(one).map(([sign, text]) => {
      const paint = sign === '-' ? style.red : sign === '+' ? style.green : style.dim;
      return `      ${paint(`${sign} ${escapeControls(text)}`)}`;
    }),
  ]);
  const times = sent === 1 ? 'sent once' : `sent ${sent} times`;
  const head = `  ${style.bold(escapeControls(nameWithBody(request)))} (- Express, + maglev, ${times})`;
  return [head, ...(row === null ? [] : [`    ${documentedText(row)}`]), ...lines].join('\n');
}

/** Escapes control characters, which would be terminal commands. */
function escapeControls(text: string): string {
  return text.replace(/[\0-\x1f\x7f-\x9f]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function figures(speed: Speed, style: Style): string[] {
  const rows = rowsOf(speed.overall, speed).map((row) => {
    const good = isBetter(row);
    const paint = good === undefined ? style.dim : good ? style.green : style.red;
    return [
      row.name,
      spread(row.express, row.show),
      spread(row.maglev, row.show),
      paint(shortly(change(row))),
    ];
  });
  const groups = groupTimes(speed).map(({ name, express, maglev }) => {
    return [name, express.toFixed(1), maglev.toFixed(1)];
  });
  const routes = speed.routes.map((route) => {
    const [cpu] = rowsOf(route, speed);
    return [
      namedBy(route),
      spread(cpu!.express, cpu!.show),
      spread(cpu!.maglev, cpu!.show),
      shortly(change(cpu!)),
    ];
  });
  return [
    table([['all requests in turn', 'Express', 'maglev'], ...rows], style),
    ...(routes.length > 0
      ? [table([['CPU time by request, µs', 'Express', 'maglev'], ...routes], style)]
      : []),
    table([['CPU time by group, µs', 'Express', 'maglev'], ...groups], style),
    ...(speed.unreliable === null ? [] : [style.yellow(speed.unreliable)]),
    style.bold(gainOf(speed).sentence),
  ];
}

/** `4.00x less` and `2.50-3.70x less`, for narrow columns. */
function shortly(change: string): string {
  return change.replace(' times', 'x').replace(' to ', '-');
}

/** The columns of a terminal, and the minimum of the first column. */
const WIDTH = 80;
const NAME = 22;

/** The first row is the head; the second and third column contain figures. */
function table(rows: readonly (readonly string[])[], style: Style): string {
  const width = (column: number) => Math.max(...rows.map((row) => visibleLength(row[column] ?? '')));
  const others = [1, 2, 3].map(width);
  const room = WIDTH - 6 - others.reduce((sum, one) => sum + one, 0);
  const first = Math.min(width(0), Math.max(NAME, room));
  return rows
    .map(([name = '', express = '', maglev = '', last = ''], i) => {
      const head = name.length > first ? `${name.slice(0, first - 3)}...` : name;
      const line = `${head.padEnd(first)}  ${express.padStart(others[0]!)}  ${maglev.padStart(others[1]!)}`;
      const text = `${line}  ${last}`.trimEnd();
      return i === 0 ? style.bold(text) : text;
    })
    .join('\n');
}

/** Without colour codes. */
function visibleLength(text: string): number {
  return text.replace(/\x1b\[\d+m/g, '').length;
}
