/** Results as Markdown: shares of the base, then the figures, then a summary in sentences. */
import { intervalText, short } from '../shared.js';
import type { Cell, HttpReport, Plot, Report, Run, Spread } from './reports.js';
import { orderedRuns, shownRuns } from './runs.js';
import { comparison, shareText } from './verdict.js';

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Titled extends Table {
  readonly title: string;
}

/** The subjects that most people compare. */
export const SHOWN = ['maglev', 'express', 'fastify', 'fastify-etag', 'raw-express', 'raw-composed'];

export function markdown(report: Report): string {
  const parts = [preamble(report)];
  if (report.kind === 'growth') return [...parts, ...report.plots.map(plotTable).map(section)].join('\n\n');
  if (report.runs.length > 1) parts.push(section(besideTable(report)));
  for (const run of orderedRuns(report)) {
    parts.push(`## Node ${run.node}`, ...figures(run).map(section));
    const sentences = summaries(run).map(({ name, text }) => `- ${name}: ${text}`);
    parts.push(`### Summary\n\n${sentences.join('\n')}`);
  }
  return parts.join('\n\n');
}

/** A phrase that follows the number of rounds. */
export function inEach(processes: number): string {
  return processes > 1 ? ` in each of ${processes} processes` : '';
}

export function preamble(report: Report): string {
  const { processor, source, date, settings, server, load } = report;
  const nodes = report.kind === 'growth' ? [report.node] : orderedRuns(report).map(({ node }) => node);
  const where = `Node ${nodes.join(', ')}, ${processor}, ${source}, ${date}`;
  const rounds = `${settings.rounds} rounds of ${settings.slot} ms${inEach(settings.processes)}`;
  if (report.kind === 'growth') return `${where}; ${rounds}, medians (spread).`;
  return [
    `${where}; ${rounds}, each next to one of node:http; medians (90 % confidence intervals).`,
    ...(settings.pipelining > 1
      ? [
          `${settings.connections} connections with ${settings.pipelining} requests pipelined on each, without ETag and X-Powered-By.`,
        ]
      : []),
    ...(server === 'created' ? ['maglev and Express behind http.createServer(app).'] : []),
    `Sent by a client of maglev${load === 'autocannon' ? '; same response every time by autocannon' : ''}.`,
  ].join(' ');
}

/** All figures: one row per subject, one column per scenario. */
export function figures(run: Run): Titled[] {
  const oneDecimal = (value: number) => value.toFixed(value < 100 ? 1 : 0);
  const megabytes = (value: number) => (value / 2 ** 20).toFixed(0);
  const grid = (title: string, cell: TextOf): Titled => ({ title, ...gridOf(run, cell) });
  return [
    grid('Share of node:http by CPU time per request, in percent (higher is better)', ({ share }) =>
      shareText(share),
    ),
    grid('Microseconds of CPU time per request (lower is better)', ({ cpu }) => spread(cpu, oneDecimal)),
    grid('Requests per second (higher is better)', ({ throughput }) => spread(throughput, short)),
    grid(
      'Latency in milliseconds, p50 / p99',
      ({ p50, p99 }) => `${short(p50.median)} / ${short(p99.median)}`,
    ),
    grid('p99 as a multiple of that of node:http (lower is better)', ({ p99Ratio }) =>
      spread(p99Ratio, (value) => value.toFixed(2)),
    ),
    grid(
      'Memory under load in MB, resident / heap',
      ({ rss, heapUsed }) => `${megabytes(rss.median)} / ${megabytes(heapUsed.median)}`,
    ),
  ];
}

/**
 * Compares maglev with each of the others in sentences, by scenario, and reports ties and noise as such. Express 4 is compared
 * with maglev's 4.x.
 */
export function summaries({ results }: Run): { name: string; text: string }[] {
  return results.flatMap(({ name, subjects }) => {
    const find = (wanted: string) => subjects.find(({ id }) => id === wanted);
    const sentences = subjects
      .filter(({ id }) => !id.startsWith('maglev'))
      .flatMap((other) => {
        const ours = (other.id === 'express-4' ? find('maglev-4') : undefined) ?? find('maglev');
        return ours === undefined ? [] : [comparison(ours, other)];
      });
    return sentences.length === 0 ? [] : [{ name, text: sentences.join(' ') }];
  });
}

export function table({ head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|---|${'---:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}

export function spread(spread: Spread, show: (value: number) => string): string {
  return intervalText(spread, show);
}

function section(titled: Titled): string {
  return `### ${titled.title}\n\n${table(titled)}`;
}

/** One row per scenario, one column per shown subject, two versions of Node in each cell. */
function besideTable(report: HttpReport): Titled {
  const runs = shownRuns(report);
  const [first] = runs;
  const shown = SHOWN.flatMap((id) => first!.results[0]!.subjects.filter((one) => one.id === id));
  const cell = (scenario: string, subject: string) =>
    runs.map((run) => {
      const found = run.results.find(({ id }) => id === scenario)?.subjects.find(({ id }) => id === subject);
      return found ? shareText(found.share) : '-';
    });
  return {
    title: `Share of node:http by CPU time per request, in percent: Node ${runs.map(({ node }) => node).join(' / ')}`,
    head: ['', ...shown.map(({ name }) => name)],
    rows: first!.results.map(({ id, name }) => [name, ...shown.map((one) => cell(id, one.id).join(' / '))]),
  };
}

/** Returns the text of a cell. */
type TextOf = (subject: Cell) => string;

function gridOf({ results }: Run, textOf: TextOf): Table {
  const rows = results[0]!.subjects.map(({ id, name }) => [
    name,
    ...results.map(({ subjects }) => textOf(subjects.find((one) => one.id === id)!)),
  ]);
  return { head: ['', ...results.map(({ name }) => name)], rows };
}

function plotTable({ title, x, y, series }: Plot): Titled {
  const sizes = [...new Set(series.flatMap(({ points }) => points.map((point) => point.x)))].sort(
    (a, b) => a - b,
  );
  const rows = series.map(({ name, points }) => [
    name,
    ...sizes.map((size) => {
      const point = points.find((one) => one.x === size);
      return point ? spread(point, short) : '';
    }),
  ]);
  return {
    title: `${title}: ${y} by ${x}`,
    head: ['', ...sizes.map((size) => size.toLocaleString('en'))],
    rows,
  };
}
