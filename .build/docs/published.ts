// The figures that the pages show, in docs/figures: as much as is shown of what the benchmarks have written, with its date,
// commit, machine and command.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { HttpReport, Spread } from '../../bench/report/reports.js';
import type { RouterReport } from '../../bench/report/router.js';
import { root } from './markdown.js';

/** Where figures are from. */
export interface About {
  readonly node: string;
  readonly date: string;
  readonly source: string;
  readonly processor: string;
  readonly command: string;
  readonly rounds: number;
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

export function readFigures<Figures>(name: string): Figures | null {
  const file = fileOf(name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Takes over what benchmarks have written into a folder; gives the names of what there was. */
export function publish(folder: string): string[] {
  const takers = { http: publishHttp, router: publishRouter };
  return Object.entries(takers).flatMap(([name, take]) => {
    const file = `${folder}/${name}.json`;
    if (!existsSync(file)) return [];
    take(JSON.parse(readFileSync(file, 'utf8')));
    return [name];
  });
}

/** Runs on other majors of Node stay: they may be measured one after the other. */
function publishHttp({ runs, ...report }: HttpReport): void {
  const { date, source, processor, command = 'npm run bench', settings } = report;
  const kept = readFigures<HttpFigures>('http')?.runs ?? [];
  const taken = runs.map(
    ({ node, results }): HttpRun => ({
      ...{ node, date, source, processor, command, rounds: settings.rounds },
      results: results.map(({ id, name, subjects }) => ({
        id,
        name,
        subjects: subjects
          .filter((subject) => subject.id !== report.base)
          .map((subject) => ({ id: subject.id, name: subject.name, share: spreadOf(subject.share) })),
      })),
    }),
  );
  const isTaken = ({ node }: HttpRun) => taken.some((run) => majorOf(run) === majorOf({ node }));
  write('http', { runs: [...kept.filter((run) => !isTaken(run)), ...taken] });
}

function publishRouter(report: RouterReport): void {
  const sections = report.sections.map(({ rows, ...section }) => ({
    ...section,
    rows: rows.map(({ name, timings }) => ({ name, timings: timings.map(spreadOf) })),
  }));
  write('router', { ...report, sections });
}

function spreadOf({ median, low, high }: Spread): Spread {
  const short = (value: number) => Number(value.toPrecision(4));
  return { median: short(median), low: short(low), high: short(high) };
}

function majorOf({ node }: { readonly node: string }): string {
  return node.replace(/^v/, '').split('.')[0]!;
}

function write(name: string, figures: object): void {
  mkdirSync(`${root}docs/figures`, { recursive: true });
  writeFileSync(fileOf(name), `${JSON.stringify(figures, null, 1)}\n`);
}

function fileOf(name: string): string {
  return `${root}docs/figures/${name}.json`;
}
