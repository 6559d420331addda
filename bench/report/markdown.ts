/** Results as Markdown: shares of the base, then the figures, then what they mean in words. */
import { ratio, sentence, short } from '../shared.js';
import type { Cell, HttpReport, Plot, Report, Spread } from './reports.js';

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Titled extends Table {
  readonly title: string;
}

export function markdown(report: Report): string {
  const tables = report.kind === 'growth' ? report.plots.map(plotTable) : figures(report);
  const parts = [preamble(report), ...tables.map((one) => `### ${one.title}\n\n${table(one)}`)];
  if (report.kind !== 'growth') {
    parts.push(
      `### In words\n\n${words(report)
        .map(({ name, said }) => `- ${name}: ${said}`)
        .join('\n')}`,
    );
  }
  return parts.join('\n\n');
}

export function preamble({ node, processor, source, date, settings, server, load }: Report): string {
  const served = server === 'created' ? ' maglev and Express behind http.createServer(app).' : '';
  const sent = load === 'own' ? ' Sent by a client of maglev, as autocannon is not installed.' : '';
  return `Node ${node}, ${processor}, ${source}, ${date}; ${settings.rounds} interleaved rounds of ${settings.slot} ms, medians (spread).${served}${sent}`;
}

/** All that was measured: one row per subject, one column per scenario. */
export function figures(report: HttpReport): Titled[] {
  const tenth = (value: number) => value.toFixed(value < 100 ? 1 : 0);
  const megabytes = (value: number) => (value / 2 ** 20).toFixed(0);
  const grid = (title: string, cell: TextOf): Titled => ({ title, ...gridOf(report, cell) });
  return [
    grid('Share of node:http by CPU time per request, in percent (higher is better)', (subject, base) =>
      spread(share(subject, base), (value) => value.toFixed(0)),
    ),
    grid('Microseconds of CPU time per request (lower is better)', ({ cpu }) => spread(cpu, tenth)),
    grid('Requests per second (higher is better)', ({ throughput }) => spread(throughput, short)),
    grid(
      'Milliseconds until the answer, p50 / p99',
      ({ p50, p99 }) => `${short(p50.median)} / ${short(p99.median)}`,
    ),
    grid(
      'Memory under load in MB, resident / heap',
      ({ rss, heapUsed }) => `${megabytes(rss.median)} / ${megabytes(heapUsed.median)}`,
    ),
  ];
}

/** maglev against each of the others, scenario by scenario; ties are called ties. */
export function words({ results }: HttpReport): { name: string; said: string }[] {
  return results.flatMap(({ name, subjects }) => {
    const ours = subjects.find(({ id }) => id === 'maglev');
    const others = subjects.filter(({ id }) => !id.startsWith('maglev'));
    if (ours === undefined || others.length === 0) return [];
    return [
      { name, said: others.map((other) => sentence(ours.name, ours.cpu, other.name, other.cpu)).join(' ') },
    ];
  });
}

export function share(subject: Pick<Cell, 'cpu'>, base: Pick<Cell, 'cpu'>): Spread {
  const { median, low, high } = ratio(subject.cpu, base.cpu);
  return { median: median * 100, low: low * 100, high: high * 100 };
}

export function table({ head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|---|${'---:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}

export function spread({ median, low, high }: Spread, show: (value: number) => string): string {
  return `${show(median)} (${show(low)}-${show(high)})`;
}

/** Makes the text of a cell. */
type TextOf = (subject: Cell, base: Cell) => string;

function gridOf({ results, base }: HttpReport, textOf: TextOf): Table {
  const rows = results[0]!.subjects.map(({ id, name }) => [
    name,
    ...results.map(({ subjects }) => {
      const of = (wanted: string) => subjects.find((one) => one.id === wanted)!;
      return textOf(of(id), of(base));
    }),
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
