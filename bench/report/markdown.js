/** Results as Markdown: shares of the base, then the figures, then what they mean in words. */
import { ratio, sentence, short } from '../shared.js';

export function markdown(report) {
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

export function preamble({ node, processor, source, date, settings, server, load }) {
  const served = server === 'created' ? ' maglev and Express behind http.createServer(app).' : '';
  const sent = load === 'own' ? ' Sent by a client of maglev, as autocannon is not installed.' : '';
  return `Node ${node}, ${processor}, ${source}, ${date}; ${settings.rounds} interleaved rounds of ${settings.slot} ms, medians (spread).${served}${sent}`;
}

/** All that was measured, as { title, head, rows }: one row per subject, one column per scenario. */
export function figures(report) {
  const tenth = (value) => value.toFixed(value < 100 ? 1 : 0);
  const megabytes = (value) => (value / 2 ** 20).toFixed(0);
  const grid = (title, cell) => ({ title, ...gridOf(report, cell) });
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
export function words({ results }) {
  return results.flatMap(({ name, subjects }) => {
    const ours = subjects.find(({ id }) => id === 'maglev');
    const others = subjects.filter(({ id }) => !id.startsWith('maglev'));
    if (ours === undefined || others.length === 0) return [];
    return [
      { name, said: others.map((other) => sentence(ours.name, ours.cpu, other.name, other.cpu)).join(' ') },
    ];
  });
}

export function share(subject, base) {
  const { median, low, high } = ratio(subject.cpu, base.cpu);
  return { median: median * 100, low: low * 100, high: high * 100 };
}

export function table({ head, rows }) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), `|---|${'---:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}

export function spread({ median, low, high }, show) {
  return `${show(median)} (${show(low)}-${show(high)})`;
}

/** `cell(subject, base)` makes the text of a cell. */
function gridOf({ results, base }, cell) {
  const rows = results[0].subjects.map(({ id, name }) => [
    name,
    ...results.map(({ subjects }) => {
      const of = (wanted) => subjects.find((one) => one.id === wanted);
      return cell(of(id), of(base));
    }),
  ]);
  return { head: ['', ...results.map(({ name }) => name)], rows };
}

function plotTable({ title, x, y, series }) {
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
