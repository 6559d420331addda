/** Results as tables for a terminal of 80 columns: one for each scenario. */
import { plain } from '../shared.js';
import { preamble, summaries } from './markdown.js';
import type { Cell, HttpReport, Run } from './reports.js';
import { orderedRuns } from './runs.js';
import { shareText } from './verdict.js';

const WIDTH = 80;
const HEAD = ['', '% of node:http', 'CPU µs', 'req/s', 'p50 ms', 'p99 ms', 'MB'];

export function terminalText(report: HttpReport): string {
  return [...wrap(preamble(report)), ...orderedRuns(report).flatMap(runText)].join('\n');
}

function runText(run: Run): string[] {
  const tables = run.results.flatMap(({ name, subjects }) => ['', name, ...table(subjects.map(rowOf))]);
  const sentences = summaries(run).flatMap(({ name, text }) => ['', ...wrap(`${name}: ${text}`)]);
  return ['', `Node ${run.node}`, ...tables, ...sentences];
}

function rowOf({ name, share, cpu, throughput, p50, p99, rss }: Cell): string[] {
  return [
    name,
    shareText(share),
    plain(cpu.median),
    Math.round(throughput.median).toLocaleString('en'),
    plain(p50.median),
    plain(p99.median),
    (rss.median / 2 ** 20).toFixed(0),
  ];
}

function table(rows: readonly (readonly string[])[]): string[] {
  const all = [HEAD, ...rows];
  const widths = HEAD.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}

function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
