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
calls=4 0x200
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

test('divides the events and calls of each function by the number of requests, and counts what it calls separately', () => {
  const { functions, calls } = readProfile(DUMP, readNames(MAP), 2);
  assert.deepEqual(functions.get('uv_run'), {
    instructions: 8,
    codeMisses: 1,
    dataMisses: 3.5,
    wrongBranches: 7,
  });
  const instructions = [...functions].map(([name, counts]) => [name, counts.instructions]);
  assert.deepEqual(instructions, [
    ['uv_run', 8],
    ['json core.js', 3.5],
    ['next node:internal/process/task_queues', 4],
    ['(code without a name)', 4.5],
  ]);
  assert.deepEqual([...calls], [['uv_run', new Map([['uv_run', 2]])]]);
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
