import assert from 'node:assert/strict';
import test from 'node:test';
import { unsettledBy } from '../../../src/cli/compare/unsettled.js';

test('sides that have settled need no words', () => {
  assert.equal(unsettledBy([]), null);
});

test('a side that had CPU time enough, and had not settled, is told so', () => {
  assert.equal(
    unsettledBy([{ subject: 'Express', spent: 2000 }]),
    'Express had not warmed up when the time for that was over',
  );
});

test('an application that mostly waits is told that it used too little CPU time', () => {
  const cold = [
    { subject: 'Express', spent: 900 },
    { subject: 'maglev', spent: 600 },
  ];
  assert.equal(
    unsettledBy(cold),
    'Express and maglev had used 0.6 of the 1.5 s of CPU time that a warm-up takes at least, as requests wait, the machine is busy or the run is short',
  );
  assert.match(unsettledBy([{ subject: 'maglev', spent: 1499 }])!, /^maglev had used 1\.4 of the 1\.5 s /);
});
