/** Real servers, started as the benchmarks start them. */
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

/** The ids of those that are warmed up, in their order. */
const warmedUp = (steps: readonly Step[]) =>
  steps.filter(({ doing }) => doing === 'warming up').map(({ subject }) => subject.id);

test('each subject is started anew for each of the processes, and they begin in turns', async () => {
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

test('pairs with the first subject are of all processes, and all steps are told', async () => {
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
