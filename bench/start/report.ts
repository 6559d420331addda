/** The results as Markdown, one table for each version of Node. */
import type { Environment } from '../environment.js';
import { spread, table } from '../report/markdown.js';
import { orderedRuns } from '../report/runs.js';
import type { StartFigures, StartRun } from './measure.js';

export interface StartReport extends Environment {
  readonly kind: 'start';
  readonly rounds: number;
  readonly runs: readonly StartRun[];
}

interface Row {
  readonly name: string;
  text(figures: StartFigures): string;
}

const oneDecimal = (value: number): string => value.toFixed(1);
const megabytes = (value: number): string => (value / 1e6).toFixed(1);

const ROWS: readonly Row[] = [
  { name: '`require`, ms', text: (one) => spread(one.require, oneDecimal) },
  { name: '`import`, ms', text: (one) => spread(one.import, oneDecimal) },
  { name: 'first response, 22 routes, ms', text: (one) => spread(one.api, oneDecimal) },
  { name: 'first response, 1,000 routes, ms', text: (one) => spread(one.large, oneDecimal) },
  { name: 'modules loaded', text: (one) => String(one.modules) },
  { name: 'heap after the first response, MB', text: (one) => megabytes(one.heapUsed) },
  { name: 'packages', text: (one) => String(one.packages) },
  { name: '`node_modules`, MB', text: (one) => megabytes(one.bytes) },
];

export function startTables(report: StartReport): string {
  const { processor, source, date, rounds } = report;
  const parts = orderedRuns(report).map(({ node, subjects }) => {
    const rows = ROWS.map(({ name, text }) => [name, ...subjects.map(text)]);
    return `### Node ${node}\n\n${table({ head: ['', ...subjects.map(({ name }) => name)], rows })}`;
  });
  const about = `${processor}, ${source}, ${date}; ${rounds} processes each; milliseconds of CPU time minus those of a bare Node, medians (90 % confidence intervals).`;
  return [about, ...parts].join('\n\n');
}
