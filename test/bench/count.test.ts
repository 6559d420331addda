/** Parsing of the output of callgrind and V8 by bench/count. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { readNames, readProfile } from '../../bench/count/profile.js';

const DUMP = `version: 1
positions: instr line
events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc Bcm Bi Bim

fn=uv_run
0x100 0 10 1 1 2 3 4 0 0 0 5 6 7 8
cfn=uv_run'2
calls=1 0x200
0x104 0 1000 0 0 0 0 0 0 0 0 0 0 0 0
0x108 0 5 0 0 0 0 0 0 0 0 0 0 0 0
fn=uv_run'2
0x200 0 1 0 0 0 0 0 0 0 0 0 0 0 0

fn=0x5000
0x5000 0 7 0 0 0 0 0 0 0 0 0 0 0 0
0x5010 0 8 0 0 0 0 0 0 0 0 0 0 0 0
0x9000 0 9 0 0 0 0 0 0 0 0 0 0 0 0
`;
const MAP = `5000 20 JS:~old /some/where/app.js:1:2
5000 10 JS:*'json /some/where/core.js:10:20
5010 8 JS:^next node:internal/process/task_queues:1:1
`;

test('adds up events by function, and counts calls in the called function', () => {
  const profile = readProfile(DUMP, readNames(MAP));
  assert.deepEqual(profile.get('uv_run'), {
    instructions: 16,
    codeMisses: 2,
    dataMisses: 7,
    wrongBranches: 14,
  });
  const instructions = [...profile].map(([name, counts]) => [name, counts.instructions]);
  assert.deepEqual(instructions, [
    ['uv_run', 16],
    ['json core.js', 7],
    ['next node:internal/process/task_queues', 8],
    ['(code without a name)', 9],
  ]);
});

test('uses the last name that was written for an address', () => {
  const nameOf = readNames(MAP);
  assert.deepEqual([0x4fff, 0x5000, 0x500f, 0x5018, 0x5020].map(nameOf), [
    undefined,
    'json core.js',
    'json core.js',
    'old app.js',
    undefined,
  ]);
});
