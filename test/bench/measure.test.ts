/** Runs real servers, started as in the benchmarks. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { type Measured, measureAll, measureScenario, type Step, stepsOf } from '../../bench/http/measure.js';
import { startLoad } from '../../bench/http/processes.js';
import { scenarioOf } from '../../bench/http/scenarios.js';
import { subjectsOf } from '../../bench/http/subjects.js';

const settings = {
  processes: 3,
  rounds: 2,
  slot: 1,
  warmUp: { least: 1, most: 500, milliseconds: 1 },
  connections: 2,
  pipelining: 1,
  node: process.execPath,
};
const scenario = scenarioOf('plaintext');
const subjects = subjectsOf(['raw', 'maglev']);

/** The ids of the warmed-up subjects, in order. */
const warmedUp = (steps: readonly Step[]) =>
  steps.filter(({ doing }) => doing === 'warming up').map(({ subject }) => subject.id);

test('starts each subject again for each process, and alternates their order', async () => {
  const load = startLoad();
  try {
    const steps: Step[] = [];
    const measured = await measureScenario(load, scenario, subjects, settings, (step) => steps.push(step));
    assert.deepEqual(warmedUp(steps), ['raw', 'maglev', 'maglev', 'raw', 'raw', 'maglev']);
    assert.deepEqual(
      measured.map(({ id, cpu }) => [id, cpu.values.length]),
      [
        ['raw', 6],
        ['maglev', 6],
      ],
    );
  } finally {
    await load.stop();
  }
});

test('pairs the first subject with the others in all processes, and reports all steps', async () => {
  const steps: Step[] = [];
  let results: readonly Measured[] = [];
  await measureAll(
    [scenario],
    subjects,
    settings,
    (step) => steps.push(step),
    (all) => {
      results = all;
    },
  );
  const [raw, maglev] = results[0]!.subjects;
  assert.deepEqual([raw!.id, maglev!.id], ['raw', 'maglev']);
  assert.deepEqual(raw!.share.values, [1, 1, 1, 1, 1, 1]);
  assert.equal(maglev!.share.values.length, 6);
  assert.equal(steps.length, stepsOf(subjects.length, settings));
});
