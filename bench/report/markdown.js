/** Results as Markdown: shares of the base, then the figures, then what they mean in words. */
import { ratio, sentence } from '../statistics.js';

export function markdown(report) {
  return [
    preamble(report),
    '',
    '### Share of node:http by CPU time per request, in percent (higher is better)',
    '',
    shareTable(report),
    '',
    '### Microseconds of CPU time per request (lower is better)',
    '',
    costTable(report),
    '',
    '### In words',
    '',
    ...words(report),
  ].join('\n');
}

export function preamble({ node, processor, commit, date, settings, server }) {
  const served = server === 'created' ? ' maglev and Express behind http.createServer(app).' : '';
  return `Node ${node}, ${processor}, commit ${commit}, ${date}; ${settings.rounds} interleaved rounds of ${settings.slot} ms, medians (spread).${served}`;
}

/** One row per subject, one column per scenario; `cell(subject, base)` makes a text. */
export function grid({ results, base }, cell) {
  const names = results[0].subjects.map(({ id, name }) => ({ id, name }));
  const rows = names.map(({ id, name }) => [
    name,
    ...results.map(({ subjects }) => {
      const of = (wanted) => subjects.find((one) => one.id === wanted);
      return cell(of(id), of(base));
    }),
  ]);
  return { head: ['', ...results.map(({ name }) => name)], rows };
}

export function share(subject, base) {
  const { median, low, high } = ratio(subject.cpu, base.cpu);
  return { median: median * 100, low: low * 100, high: high * 100 };
}

export function table({ head, rows }) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), `|---|${'---:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}

function shareTable(report) {
  return table(grid(report, (subject, base) => spread(share(subject, base), (value) => value.toFixed(0))));
}

function costTable(report) {
  return table(grid(report, ({ cpu }) => spread(cpu, (value) => value.toFixed(value < 100 ? 1 : 0))));
}

export function spread({ median, low, high }, show) {
  return `${show(median)} (${show(low)}-${show(high)})`;
}

/** maglev against each of the others; ties are called ties. */
function words({ results }) {
  return results.flatMap(({ name, subjects }) => {
    const ours = subjects.find(({ id }) => id === 'maglev');
    const others = subjects.filter(({ id }) => !id.startsWith('maglev'));
    if (ours === undefined || others.length === 0) return [];
    const said = others.map((other) => sentence(ours.name, ours.cpu, other.name, other.cpu));
    return [`- ${name}: ${said.join(' ')}`];
  });
}
