/**
 * `npm run bench:growth`: how costs grow with routes, middlewares, nesting, bodies and connections, and the cost of startup
 * and compilation. Takes the options of `npm run bench`, and adds the plots to the same page.
 */
import { main, readOptions, requireAll, settingsOf } from './cli.js';
import { environment, versionOf } from './environment.js';
import { COMPILE_SIZES, measureCompiling } from './growth/compile.js';
import { FAMILIES } from './growth/families.js';
import { type LoadPlot, loadPlots, type PlotOfSizes, type StartPlot, startPlots } from './growth/plots.js';
import { measureStarts } from './growth/start.js';
import { measureScenario, type Step } from './http/measure.js';
import { startLoad } from './http/processes.js';
import { scenarioOf } from './http/scenarios.js';
import { type Settings, WARM_UP } from './http/settings.js';
import { type Subject, subjectsOf } from './http/subjects.js';
import { nodeOf } from './nodes.js';
import { markdown } from './report/markdown.js';
import type { GrowthReport, Plot, Point, Series } from './report/reports.js';
import { writeReport } from './report/write.js';
import { createProgress, summary } from './shared.js';

/** A series that gets its points one by one. */
interface Drawn extends Series {
  readonly points: Point[];
}

/** Called for each step of each size of a plot. */
type OnStep = (plot: PlotOfSizes, size: number, step: Step) => void;

const SUBJECTS = ['raw', 'maglev', 'express', 'fastify', 'koa'];
const FULL = { processes: 1, rounds: 9, slot: 60, warmUp: WARM_UP };
const QUICK = {
  processes: 1,
  rounds: 3,
  slot: 100,
  warmUp: { least: 5000, most: 10_000, milliseconds: 2000 },
};

main(async () => {
  const { values: options } = readOptions({
    quick: false,
    subjects: SUBJECTS.join(),
    plots: undefined,
    out: undefined,
  });
  const subjects = subjectsOf(options.subjects === 'all' ? undefined : options.subjects.split(','));
  requireAll(subjects);
  const node = nodeOf(options.node);
  const settings = settingsOf(options.quick ? QUICK : FULL, options, node);
  const wanted = ({ id }: PlotOfSizes) =>
    options.plots === undefined || options.plots.split(',').includes(id);
  const sized = <Sized extends PlotOfSizes>(list: readonly Sized[]): Sized[] =>
    list.filter(wanted).map((plot) => ({ ...plot, sizes: options.quick ? plot.quick : plot.sizes }));
  const loads = sized(loadPlots);
  const starts = sized(startPlots);

  const steps =
    loads.reduce((sum, { sizes }) => sum + sizes.length, 0) * settings.processes * (settings.rounds + 1);
  const startSteps = (starts[0]?.sizes.length ?? 0) * settings.rounds;
  const isCompiling = options.plots === undefined || options.plots.split(',').includes('compile');
  const tableSizes = isCompiling ? (options.quick ? COMPILE_SIZES.quick : COMPILE_SIZES.full) : [];
  const progress = createProgress(
    (steps + startSteps) * subjects.length + tableSizes.length * FAMILIES.length,
  );
  const onStep = ({ title, x }: PlotOfSizes, size: number, { subject, doing }: Step) =>
    progress.report(`${title}, ${size} ${x}`, `${subject.name}, ${doing}`);
  const about = { kind: 'growth' as const, ...environment(), node: versionOf(node), settings };
  let written = '';
  // Saved after each plot, because a run may be interrupted.
  const save = (plots: readonly Plot[]): GrowthReport => {
    const report = { ...about, plots };
    written = writeReport(report, options.out);
    return report;
  };
  const drawn = await underLoad(loads, subjects, settings, onStep, save);
  const started = [...drawn, ...(await atStart(starts, subjects, settings, onStep))];
  save(started);
  const compiled = isCompiling
    ? measureCompiling(tableSizes, settings.rounds, node, (family, size) =>
        progress.report('Compiling', `${family}, ${size} layers`),
      )
    : [];
  const report = save([...started, ...compiled]);
  progress.end();
  console.log(markdown(report));
  console.log(`\n${written}`);
});

async function underLoad(
  plots: readonly LoadPlot[],
  subjects: readonly Subject[],
  settings: Settings,
  onStep: OnStep,
  save: (plots: readonly Plot[]) => void,
): Promise<Plot[]> {
  const load = startLoad();
  const drawn: Plot[] = [];
  try {
    for (const sized of plots) {
      const { scenario, connections, sizes, ...plot } = sized;
      const series = emptySeries(subjects);
      for (const size of sizes.filter((one) => connections === undefined || one <= mostConnections())) {
        const changed = connections ? { ...settings, connections: connections(size) } : settings;
        const measured = await measureScenario(load, scenarioOf(scenario(size)), subjects, changed, (step) =>
          onStep(sized, size, step),
        );
        for (const { id, cpu } of measured) pointsOf(series, id).push({ x: size, ...cpu });
      }
      drawn.push({ ...plot, y: 'microseconds of CPU time', series });
      save(drawn);
    }
  } finally {
    await load.stop();
  }
  return drawn;
}

/** All startup plots are drawn from the same processes. */
async function atStart(
  plots: readonly StartPlot[],
  subjects: readonly Subject[],
  settings: Settings,
  onStep: OnStep,
): Promise<Plot[]> {
  if (plots.length === 0) return [];
  const drawn = plots.map(({ of, ...plot }) => ({ ...plot, of, series: emptySeries(subjects) }));
  for (const size of plots[0]!.sizes) {
    const measured = await measureStarts(scenarioOf(`flat-${size}`), subjects, settings, (step) =>
      onStep(plots[0]!, size, step),
    );
    for (const { of, series } of drawn) {
      for (const [i, { id }] of subjects.entries()) {
        pointsOf(series, id).push({ x: size, ...summary(measured[i]!.map(of)) });
      }
    }
  }
  return drawn.map(({ of: _, ...plot }) => plot);
}

function emptySeries(subjects: readonly Subject[]): Drawn[] {
  return subjects.map(({ id, name }) => ({ id, name, points: [] }));
}

function pointsOf(series: readonly Drawn[], id: string): Point[] {
  return series.find((one) => one.id === id)!.points;
}

/** Each end of a connection is an open file of its process; 100 are reserved for other files. */
function mostConnections(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  const most = Number(userLimits?.open_files?.soft);
  return Number.isFinite(most) ? most - 100 : Number.POSITIVE_INFINITY;
}
