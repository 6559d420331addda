// The figures that the pages show, in docs/figures: the part of the results of benchmarks and compatibility tests that is shown, with its
// date, commit, machine and command.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { GrowthReport, HttpReport, Plot, Spread } from '../../bench/report/reports.js';
import type { RouterReport } from '../../bench/report/router.js';
import { root } from './markdown.js';

/** The source of figures. */
export interface About {
  readonly node: string;
  readonly date: string;
  readonly source: string;
  readonly processor: string;
  readonly command: string;
  readonly rounds: number;
  /** Each has this number of rounds; 1 if absent. */
  readonly processes?: number;
}

/** What requests cost on one version of Node. */
export interface HttpRun extends About {
  readonly results: readonly {
    readonly id: string;
    readonly name: string;
    readonly subjects: readonly { readonly id: string; readonly name: string; readonly share: Spread }[];
  }[];
}

export interface HttpFigures {
  /** One for each major of Node. */
  readonly runs: readonly HttpRun[];
}

/** What startup costs on one version of Node: milliseconds of CPU time more than a bare Node. */
export interface StartRun extends About {
  readonly subjects: readonly StartSubject[];
}

export interface StartSubject {
  readonly id: string;
  readonly name: string;
  readonly require: Spread;
  readonly import: Spread;
  /** Until the first response of an application with 22 routes, and of one with 1,000. */
  readonly api: Spread;
  readonly large: Spread;
  readonly modules: number;
  readonly heapUsed: number;
  readonly packages: number;
  readonly bytes: number;
}

export interface StartFigures {
  readonly runs: readonly StartRun[];
}

/** How costs grow, on one version of Node. */
export interface GrowthFigures extends About {
  readonly plots: readonly Plot[];
}

/** A package that was tested, with its versions by major version of Express. */
export interface TestedPackage {
  readonly name: string;
  readonly versions: Readonly<Record<string, string>>;
}

/** What `npm run test:ecosystem` writes if everything passed. */
export interface EcosystemResults extends Pick<About, 'date' | 'source' | 'node'> {
  readonly packages: readonly TestedPackage[];
  readonly agents: readonly TestedPackage[];
}

/** What `npm run test:world` writes if everything passed. */
export interface WorldResults extends Pick<About, 'date' | 'source' | 'node'> {
  readonly applications: readonly {
    readonly title: string;
    /** The versions of Express; absent if the application was skipped. */
    readonly express?: string;
    /** The number of responses that were compared. */
    readonly compared?: number;
    readonly reason?: string;
  }[];
}

/** What `npm run bench:start` writes. */
interface StartReport extends Omit<About, 'node'> {
  readonly runs: readonly Pick<StartRun, 'node' | 'subjects'>[];
}

/** The growth figures that are shown. */
const GROWING = ['routes', 'middlewares', 'depth', 'body', 'connections', 'memory'];
const PUBLISHED = `${root}docs/figures`;

export function readFigures<Figures>(name: string, folder: string = PUBLISHED): Figures | null {
  const file = `${folder}/${name}.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Imports the benchmark results of a folder; returns the names of the imported ones. */
export function publish(results: string, folder: string = PUBLISHED): string[] {
  const takers = {
    http: httpFigures,
    router: routerFigures,
    start: startFigures,
    growth: growthFigures,
    ecosystem: (report: EcosystemResults) => report,
    world: (report: WorldResults) => report,
  };
  return Object.entries(takers).flatMap(([name, take]) => {
    const report = readFigures<any>(name, results);
    if (report === null) return [];
    mkdirSync(folder, { recursive: true });
    const figures = take(report, readFigures<any>(name, folder));
    if (figures === null) return [];
    writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(figures, null, 1)}\n`);
    return [name];
  });
}

function httpFigures({ runs, ...report }: HttpReport, before: HttpFigures | null): HttpFigures {
  const { date, source, processor, command = 'npm run bench', settings } = report;
  const taken = runs.map(
    ({ node, results }): HttpRun => ({
      ...{ node, date, source, processor, command, rounds: settings.rounds, processes: settings.processes },
      results: results.map(({ id, name, subjects }) => ({
        id,
        name,
        subjects: subjects
          .filter((subject) => subject.id !== report.base)
          .map((subject) => ({ id: subject.id, name: subject.name, share: spreadOf(subject.share) })),
      })),
    }),
  );
  return { runs: replaceRuns(before?.runs ?? [], taken) };
}

function startFigures({ runs, ...about }: StartReport, before: StartFigures | null): StartFigures {
  const { date, source, processor, rounds, command = 'npm run bench:start' } = about;
  const taken = runs.map(({ node, subjects }): StartRun => {
    const shown = subjects.map((one) => ({
      ...one,
      require: spreadOf(one.require),
      import: spreadOf(one.import),
      api: spreadOf(one.api),
      large: spreadOf(one.large),
    }));
    return { node, date, source, processor, command, rounds, subjects: shown };
  });
  return { runs: replaceRuns(before?.runs ?? [], taken) };
}

/** Keeps the figures for other majors of Node. */
function replaceRuns<Run extends About>(kept: readonly Run[], taken: readonly Run[]): Run[] {
  const majors = new Set(taken.map(majorOf));
  return [...kept.filter((run) => !majors.has(majorOf(run))), ...taken];
}

function routerFigures(report: RouterReport): RouterReport {
  const sections = report.sections.map(({ rows, ...section }) => ({
    ...section,
    rows: rows.map(({ name, timings }) => ({ name, timings: timings.map(spreadOf) })),
  }));
  return { ...report, sections };
}

/** Null for a partial run: the page states once for all plots when and where they were measured. */
function growthFigures(report: GrowthReport): GrowthFigures | null {
  const { node, date, source, processor, command = 'npm run bench:growth', settings } = report;
  const plots = GROWING.flatMap((id) => report.plots.filter((plot) => plot.id === id)).map(roundedPlot);
  if (plots.length < GROWING.length) return null;
  const { rounds, processes } = settings;
  return { node, date, source, processor, command, rounds, processes, plots };
}

function roundedPlot({ series, ...plot }: Plot): Plot {
  const shown = series.map(({ points, ...one }) => ({
    ...one,
    points: points.map((point) => ({ x: point.x, ...spreadOf(point) })),
  }));
  return { ...plot, series: shown };
}

function spreadOf({ median, low, high }: Spread): Spread {
  const short = (value: number) => Number(value.toPrecision(4));
  return { median: short(median), low: short(low), high: short(high) };
}

function majorOf({ node }: About): string {
  return node.replace(/^v/, '').split('.')[0]!;
}
