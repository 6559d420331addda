/**
 * `npm run bench:micro -- live`: one request over HTTP, served with more and more parts of maglev. A part costs more here than in a
 * loop of its own, because it shares the caches with Node and the kernel.
 */
import { commit, versionOf } from '../environment.js';
import { type Measured, measureAll, stepsOf } from '../http/measure.js';
import { scenarioOf } from '../http/scenarios.js';
import type { Settings } from '../http/settings.js';
import { BARE, type Options, type Subject, subjectsOf } from '../http/subjects.js';
import { DIST } from '../places.js';
import { spread, table } from '../report/markdown.js';
import { createProgress } from '../shared.js';

/** Each step includes the one before. */
const steps: readonly (readonly [name: string, step: Options['step'], settings: object])[] = [
  ['the application, one middleware', 'middleware', BARE],
  ['a route with a parameter', 'route', BARE],
  ['`res.json`', 'json', BARE],
  ['`X-Powered-By`', 'json', { etag: false }],
  ['ETag', 'json', {}],
];

/** Prints the table for the Node of `settings`. */
export async function measureLive(settings: Settings): Promise<void> {
  const [base] = subjectsOf(['raw-composed'], { isBare: true });
  const subjects = [{ ...base!, name: 'node:http, composed head' }, ...steps.map(subjectOf)];
  const progress = createProgress(stepsOf(subjects.length, settings));
  let measured: Measured | undefined;
  await measureAll(
    [scenarioOf('param')],
    subjects,
    settings,
    ({ subject, doing }) => progress.report(subject.name, doing),
    ([only]) => {
      measured = only;
    },
  );
  progress.end();
  console.log(
    `${commit()}, Node ${versionOf(settings.node)}: microseconds of CPU time per request, medians (intervals)\n`,
  );
  console.log(table({ head: ['', 'total', 'difference from the row above'], rows: rowsOf(measured!) }));
}

function subjectOf([name, step, settings]: (typeof steps)[number], index: number): Subject {
  const options = { step, module: `${DIST}index.cjs`, settings: settings as Record<string, unknown> };
  return { id: `step-${index}`, name, adapter: 'step', options };
}

function rowsOf({ subjects }: Measured): string[][] {
  return subjects.map(({ name, cpu }, i) => {
    const more = i === 0 ? '' : (cpu.median - subjects[i - 1]!.cpu.median).toFixed(1);
    return [i === 0 ? name : `+ ${name}`, spread(cpu, (value) => value.toFixed(1)), more];
  });
}
