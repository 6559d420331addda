// Tables, sentences and pictures generated from docs/figures. A page has them between two comments:
//   <!-- figures: http -->
//   ...
//   <!-- end of figures -->
import { inEach, table } from '../../bench/report/markdown.js';
import { type Pictured, picture } from '../../bench/report/picture.js';
import { plotsPicture } from '../../bench/report/plots.js';
import type { Series, Spread } from '../../bench/report/reports.js';
import { type RouterReport, routerTable } from '../../bench/report/router.js';
import { orderedRuns } from '../../bench/report/runs.js';
import { isNoisy, short } from '../../bench/shared.js';
import {
  type About,
  type EcosystemResults,
  type GrowthFigures,
  type HttpFigures,
  type HttpRun,
  readFigures,
  type StartFigures,
  type StartRun,
  type StartSubject,
  type WorldResults,
} from './published.js';

const BLOCK = /(?<=^<!-- figures: ([\w-]+) -->\n)[\s\S]*?(?=^<!-- end of figures -->$)/gm;

/** The most common comparison, for the front page. */
const FRONT = ['json', 'param', 'flat-500', 'middlewares-10', 'post-json-1024', 'static-10240', 'api'];
const FRONT_SUBJECTS = ['maglev', 'express', 'fastify', 'fastify-etag'];
/** The columns of the table of requests; other frameworks have their own table. */
const COLUMNS = ['maglev', 'express', 'fastify', 'fastify-etag', 'raw-composed'];
/** The scenarios of the router benchmark that the page shows, with their headings. */
const ROUTING = { 'last, text': 'A path without parameters:', 'last, parameter': 'A path with a parameter:' };

const WRITERS: Readonly<Record<string, () => string>> = {
  agents: () => writeTested('agents'),
  applications: writeApplications,
  front: writeFront,
  growth: writeGrowth,
  http: writeHttp,
  others: writeOthers,
  packages: () => writeTested('packages'),
  router: writeRouter,
  starts: writeStarts,
};

/** The page with the current figures of docs/figures. */
export function withFigures(page: string, text: string): string {
  return text.replace(BLOCK, (_, name: string) => {
    const writer = WRITERS[name];
    if (!writer)
      throw new Error(
        `${page} requests the figures "${name}"; there are ${Object.keys(WRITERS).join(', ')}.`,
      );
    return `${writer()}\n`;
  });
}

/** Pictures of figures, by their paths from the root. */
export function picturesOfFigures(): Map<string, string> {
  const run = newestRun();
  const front = run.results
    .filter(({ id }) => FRONT.includes(id))
    .map((result) => ({
      ...result,
      subjects: result.subjects.filter(({ id }) => FRONT_SUBJECTS.includes(id)),
    }));
  const growth = readFigures<GrowthFigures>('growth');
  return new Map([
    ['docs/pictures/front.svg', drawRun({ ...run, results: front })],
    ['docs/pictures/http.svg', drawRun(run)],
    ...(growth ? ([['docs/pictures/growth.svg', drawGrowth(growth)]] as const) : []),
  ]);
}

function drawRun(run: HttpRun): string {
  const pictured: Pictured = { date: run.date, processor: `${run.source}, ${run.processor}`, runs: [run] };
  return picture(pictured);
}

function drawGrowth({ plots, date, source, processor, node, rounds, processes }: GrowthFigures): string {
  const how = `medians and bands of ${rounds} rounds${inEach(processes ?? 1)}`;
  return plotsPicture(plots, `${date}, ${source}, Node ${node}, ${processor}; ${how}`);
}

/** For the front page: what a request costs Express on each Node. */
function writeFront(): string {
  const [newest, ...others] = orderedRuns(httpFigures()).map((run) => ({ run, ...timesOfExpress(run) }));
  const { run, least, most, median, kinds } = newest!;
  const rest = others.map((one) => `${one.median} on Node ${versionOf(one.run)}`).join(' and ');
  return [
    `On Node ${versionOf(run)}, Express uses ${median} times as much CPU time for a request as maglev${rest === '' ? '' : ` (${rest})`}.`,
    `These are medians of ${kinds} kinds of requests, which range from ${least} to ${most} on Node ${versionOf(run)}.`,
  ].join('\n');
}

/** The cost of Express as a multiple of maglev's, over all kinds of requests of one run. */
function timesOfExpress({
  results,
}: HttpRun): Record<'least' | 'median' | 'most', string> & { kinds: number } {
  const times = results
    .flatMap(({ subjects }) => {
      const [ours, express] = ['maglev', 'express'].map(
        (id) => subjects.find((one) => one.id === id)?.share.median,
      );
      return ours && express ? [ours / express] : [];
    })
    .toSorted((a, b) => a - b);
  const [least, median, most] = [0, 0.5, 1].map((share) =>
    times[Math.round((times.length - 1) * share)]!.toFixed(1),
  );
  return { least: least!, median: median!, most: most!, kinds: times.length };
}

function writeHttp(): string {
  return orderedRuns(httpFigures())
    .map((run) =>
      [`### Node ${versionOf(run)}`, sourceOf(run), tableOf(run, COLUMNS), verdictOf(run)].join('\n\n'),
    )
    .join('\n\n');
}

/** Frameworks that only some runs include. */
function writeOthers(): string {
  const run = newestRun();
  const others = [...new Set(run.results.flatMap(({ subjects }) => subjects.map(({ id }) => id)))].filter(
    (id) => !COLUMNS.includes(id),
  );
  if (others.length === 0)
    return 'The run above does not include them: `npm run bench -- --subjects all` measures all frameworks.';
  return tableOf(run, ['maglev', ...others]);
}

function writeRouter(): string {
  const report = readFigures<RouterReport>('router');
  if (report === null) return '`npm run bench:router` measures it.';
  const tables = Object.entries(ROUTING).map(([name, heading]) => {
    const section = report.sections.find((one) => one.name === name)!;
    return `${heading}\n\n${routerTable(section)}`;
  });
  return [sourceOf(report), ...tables].join('\n\n');
}

/** The costs of the smallest and the largest size; the picture has those between them. */
function writeGrowth(): string {
  const figures = readFigures<GrowthFigures>('growth');
  if (figures === null) return '`npm run bench:growth` measures it.';
  const ends = ({ points }: Series): string =>
    [points[0]!, points.at(-1)!].map(({ median }) => short(median)).join(' to ');
  const head = figures.plots.map(({ title, x, y, series: [first] }) => {
    const sizes = [first!.points[0]!, first!.points.at(-1)!].map((point) => point.x.toLocaleString('en'));
    const size = `${sizes.join(' to ')} ${x}`;
    return y.startsWith('micro') ? size : `${title}, ${size}, ${y}`;
  });
  const rows = figures.plots[0]!.series.map(({ id, name }) => [
    name,
    ...figures.plots.map(({ series }) => ends(series.find((one) => one.id === id)!)),
  ]);
  return `${sourceOf(figures)}\n\n${table({ head: ['microseconds of CPU time', ...head], rows })}`;
}

function writeStarts(): string {
  const figures = readFigures<StartFigures>('start');
  if (figures === null) return '`npm run bench:start` measures what starting takes.';
  return orderedRuns(figures)
    .map((run) => [`### Node ${versionOf(run)}`, sourceOf(run), startTable(run)].join('\n\n'))
    .join('\n\n');
}

/** The packages or agents that were tested, with their versions. */
function writeTested(kind: 'agents' | 'packages'): string {
  const results = readFigures<EcosystemResults>('ecosystem');
  if (results === null) return '`npm run test:ecosystem` tests them.';
  const rows = results[kind]
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, versions }) => [name, versions[5] ?? '', versions[4] ?? '']);
  return `${testedAt(results, 'npm run test:ecosystem')}\n\n${table({ head: [kind === 'agents' ? 'agent' : 'package', 'with Express 5', 'with Express 4'], rows })}`;
}

function writeApplications(): string {
  const results = readFigures<WorldResults>('world');
  if (results === null) return '`npm run test:world` tests them.';
  const rows = results.applications.map(({ title, express, compared, reason }) => {
    const at = title.lastIndexOf(' ');
    return [
      title.slice(0, at),
      title.slice(at + 1),
      express ?? `skipped: ${reason}`,
      compared === undefined ? '' : String(compared),
    ];
  });
  return `${testedAt(results, 'npm run test:world')}\n\n${table({ head: ['application', 'version', 'its Express', 'responses compared'], rows })}`;
}

function testedAt({ date, source, node }: Pick<About, 'date' | 'source' | 'node'>, command: string): string {
  return `Tested on ${date} at ${source}, Node ${node.replace(/^v/, '')}: \`${command}\`.`;
}

function startTable({ subjects }: StartRun): string {
  const milliseconds = ({ median, low, high }: Spread) =>
    `${median.toFixed(0)} (${low.toFixed(0)}-${high.toFixed(0)})`;
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  const rows: [string, (one: StartSubject) => string][] = [
    ['`require`, ms of CPU time', (one) => milliseconds(one.require)],
    ['`import`, ms', (one) => milliseconds(one.import)],
    ['first response, 22 routes, ms', (one) => milliseconds(one.api)],
    ['first response, 1,000 routes, ms', (one) => milliseconds(one.large)],
    ['files loaded for 22 routes', (one) => String(one.modules)],
    ['heap after the first response, MB', (one) => megabytes(one.heapUsed)],
    ['packages installed', (one) => String(one.packages)],
    ['on disk, MB', (one) => megabytes(one.bytes)],
  ];
  return [
    tableLine(['', ...subjects.map(({ name }) => name)]),
    `|---|${'---:|'.repeat(subjects.length)}`,
    ...rows.map(([name, text]) => tableLine([name, ...subjects.map(text)])),
  ].join('\n');
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function sourceOf({ node, date, source, processor, command, rounds, processes = 1 }: About): string {
  return `Measured on ${date} at ${source}, Node ${node.replace(/^v/, '')}, ${processor}, ${rounds} rounds${inEach(processes)}:\n\`${command}\`.`;
}

function tableOf({ results }: HttpRun, ids: readonly string[]): string {
  const names = new Map(results.flatMap(({ subjects }) => subjects.map(({ id, name }) => [id, name])));
  const columns = ids.filter((id) => names.has(id));
  return [
    tableLine(['', ...columns.map((id) => (id === 'maglev' ? '**maglev**' : names.get(id)!))]),
    `|---|${'---:|'.repeat(columns.length)}`,
    ...results.map(({ name, subjects }) =>
      tableLine([name, ...columns.map((id) => shareOf(subjects.find((one) => one.id === id)?.share))]),
    ),
  ].join('\n');
}

/** The median and its interval, or the median alone if the interval is too wide. */
function shareOf(share: Spread | undefined): string {
  if (share === undefined) return '';
  const percent = (value: number) => (value * 100).toFixed(0);
  const interval = `(${percent(share.low)}-${percent(share.high)})`;
  return isNoisy(share) ? interval : `${percent(share.median)} ${interval}`;
}

/** Where maglev costs less and more than Fastify, by intervals that do not overlap. */
function verdictOf({ results }: HttpRun): string {
  const groups = { less: [] as string[], more: [] as string[], tied: [] as string[] };
  for (const { name, subjects } of results) {
    const [ours, theirs] = ['maglev', 'fastify'].map((id) => subjects.find((one) => one.id === id)?.share);
    if (!ours || !theirs) continue;
    const group = ours.low > theirs.high ? groups.less : ours.high < theirs.low ? groups.more : groups.tied;
    group.push(name);
  }
  const listed = (names: readonly string[]) => (names.length === 0 ? 'nothing' : names.join('; '));
  return `Compared with Fastify, maglev costs less for: ${listed(groups.less)}. It costs more for: ${listed(groups.more)}. The intervals overlap for: ${listed(groups.tied)}.`;
}

function newestRun(): HttpRun {
  return orderedRuns(httpFigures())[0]!;
}

function httpFigures(): HttpFigures {
  return readFigures<HttpFigures>('http')!;
}

function versionOf({ node }: About): string {
  return node.replace(/^v/, '').split('.').slice(0, 2).join('.');
}
