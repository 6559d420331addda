/** The result as text for a terminal. */
import type { Style } from '../style.js';
import { diffOf } from './diff.js';
import type { Comparison } from './equality.js';
import { change, gain, groupTimes, isBetter, rowsOf, spread } from './figures.js';
import type { Speed } from './measure.js';
import { nameOf } from './request.js';
import { count, isMeasured, type Result } from './result.js';

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
  const { comparisons, requests } = result;
  const different = comparisons.filter(({ verdict }) => verdict === 'different');
  const paint = different.length > 0 ? style.red : style.green;
  return [
    paint(verdictOf(result)),
    ...comparisons.filter(({ verdict }) => verdict === 'varies').map(varies),
    ...different.slice(0, SHOWN).map((one) => difference(one, style)),
    ...(different.length > SHOWN ? [`(${different.length - SHOWN} more are in the report)`] : []),
    ...remarks(requests),
  ].join('\n');
}

/** One sentence about equality. */
export function verdictOf(result: Result): string {
  const { comparisons } = result;
  const [different, varying, unfinished] = (['different', 'varies', 'unfinished'] as const).map((verdict) =>
    count(result, verdict),
  );
  const all = requestsOf(comparisons.length);
  if (different! > 0) return `${different} of ${all} got different answers.`;
  const named = comparisons.some((one) => one.named) ? ', but for X-Powered-By,' : '';
  const others = [
    varying! > 0 ? `${varying} with parts that change each time` : '',
    unfinished! > 0 ? `${unfinished} without an end on either side` : '',
  ].filter(Boolean);
  return `All of ${all} got the same answers${named} header for header and byte for byte${others.length > 0 ? `; ${others.join(', ')}` : ''}.`;
}

function requestsOf(number: number): string {
  return `${number} ${number === 1 ? 'request' : 'requests'}`;
}

/** What was not compared. */
export function remarks({ skipped, left, unsafe }: Result['requests']): string[] {
  return [
    skipped.length > 0
      ? `No request could be made for ${skipped.join(', ')}: --requests takes your own.`
      : '',
    unsafe > 0
      ? `Left out, as they may change something: ${requestsOf(unsafe)}; --unsafe asks them, too.`
      : '',
    left > 0 ? `Not asked, as time was over: ${requestsOf(left)}; --time gives more of it.` : '',
  ].filter(Boolean);
}

function varies({ request, varying }: Comparison): string {
  return `  ${nameOf(request)}: changes each time: ${varying.join(', ')}`;
}

function difference({ request, differences }: Comparison, style: Style): string {
  const lines = differences.flatMap((one) => [
    `    ${one.what}`,
    ...diffOf(one).map(([sign, text]) => {
      const paint = sign === '-' ? style.red : sign === '+' ? style.green : style.dim;
      return `      ${paint(`${sign} ${escapeControls(text)}`)}`;
    }),
  ]);
  return [`  ${style.bold(nameOf(request))} (- Express, + maglev)`, ...lines].join('\n');
}

/** Escapes control characters, which would be terminal commands. */
function escapeControls(text: string): string {
  return text.replace(/[\0-\x1f\x7f-\x9f]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function figures(speed: Speed, style: Style): string[] {
  const rows = rowsOf(speed.overall).map((row) => {
    const good = isBetter(row);
    const paint = good === undefined ? style.dim : good ? style.green : style.red;
    return [row.name, spread(row.express, row.show), spread(row.maglev, row.show), paint(change(row))];
  });
  const groups = groupTimes(speed).map(({ name, express, maglev }) => {
    return [name, express.toFixed(1), maglev.toFixed(1)];
  });
  const routes = speed.routes.map((route) => {
    const [cpu] = rowsOf(route);
    return [route.name, spread(cpu!.express, cpu!.show), spread(cpu!.maglev, cpu!.show), change(cpu!)];
  });
  return [
    table([['all requests in turn', 'Express', 'maglev'], ...rows], style),
    ...(routes.length > 0
      ? [table([['CPU time by request, µs', 'Express', 'maglev'], ...routes], style)]
      : []),
    table([['CPU time by group, µs', 'Express', 'maglev'], ...groups], style),
    style.bold(gain(speed)),
  ];
}

/** The first row is the head; the second and third column hold figures. */
function table(rows: readonly (readonly string[])[], style: Style): string {
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? '').length));
  const widths = [Math.min(width(0), 60), width(1), width(2)];
  return rows
    .map(([name = '', express = '', maglev = '', last = ''], i) => {
      const head = name.length > 60 ? `${name.slice(0, 57)}...` : name;
      const line = `${head.padEnd(widths[0]!)}  ${express.padStart(widths[1]!)}  ${maglev.padStart(widths[2]!)}  ${last}`;
      return i === 0 ? style.bold(line.trimEnd()) : line.trimEnd();
    })
    .join('\n');
}
