import assert from 'node:assert/strict';
import test from 'node:test';
import { settingsOf } from '../../bench/cli.js';
import { FULL, QUICK } from '../../bench/http/settings.js';
import { DEFAULTS } from '../../src/cli/bench/command.js';

const usual = { processes: 2, rounds: 9, slot: 60, warmUp: { least: 1, most: 1, milliseconds: 1 } };

test('options override the settings of a benchmark', () => {
  const { processes, rounds, slot } = settingsOf(usual, { pipelining: '1', rounds: '5' } as any, 'node');
  assert.deepEqual([processes, rounds, slot], [2, 5, 60]);
});

test('the help of maglev bench names the rounds that it runs', () => {
  const { full, ...quick } = DEFAULTS;
  assert.deepEqual(quick, { rounds: QUICK.rounds, slot: QUICK.slot });
  assert.deepEqual(full, { rounds: FULL.rounds, slot: FULL.slot, processes: FULL.processes });
  assert.equal(full.slot, quick.slot);
});

for (const name of ['processes', 'rounds', 'slot', 'connections', 'pipelining']) {
  test(`--${name} takes only positive integers`, () => {
    for (const given of ['0', '-1', '1.5', 'abc', '', 'Infinity', '1e400']) {
      const options = { pipelining: '1', [name]: given } as any;
      const message = `--${name} must be a whole number greater than 0, got ${given}.`;
      assert.throws(() => settingsOf(usual, options, 'node'), { message });
    }
  });
}
