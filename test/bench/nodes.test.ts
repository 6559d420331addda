import assert from 'node:assert/strict';
import test from 'node:test';
import { LTS, MAJORS, NEWEST, nodesOf, OLDEST, runtime } from '../../bench/nodes.js';

test('shows only supported versions', () => {
  assert.ok(MAJORS.includes(LTS));
  assert.deepEqual([OLDEST, NEWEST], [MAJORS[0], MAJORS.at(-1)]);
});

test('accepts binaries by path, and the running one by its major', () => {
  const major = process.versions.node.split('.')[0]!;
  assert.equal(runtime(major), process.execPath);
  assert.deepEqual(nodesOf(`${major},/some/node,${process.execPath}`), [process.execPath, '/some/node']);
});
