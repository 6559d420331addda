/** What compiling may cost at a time and in total, for tables that are made to cost as much as possible. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAMILIES, type Maker } from '../../bench/growth/families.js';
import { WORST } from '../../bench/growth/worst.js';
import { Budget } from '../../compiler/budget.js';
import { compile, compileInSteps } from '../../compiler/compile.js';
import type { TableRecord } from '../../compiler/ir.js';
import maglev from '../../src/index.js';
import { tableOf } from '../../src/registration/table.js';

const SIZE = 8000;
/** A few times what steps aim at: they end after the piece of work that exceeds it. */
const MOST_UNITS_PER_STEP = 80_000;
/** As documented in compiler/budget.ts. */
const BASE = 1_000_000;
const PER_LAYER = 2048;
/** A leaf is finished when the budget is spent, and each layer has at least one. */
const TOLERANCE = 1.1;

for (const { name, build } of [...FAMILIES, ...WORST]) {
  const record = (): TableRecord<any> => tableOf(build(maglev as unknown as Maker, SIZE))!.record();

  test(`${name}: compiling yields often`, () => {
    const budget = new Budget();
    const steps = compileInSteps(record(), undefined, budget);
    for (let before = 0; !steps.next().done; before = budget.spent) {
      const units = budget.spent - before;
      assert.ok(units <= MOST_UNITS_PER_STEP, `${units} units in one step`);
    }
  });

  test(`${name}: compiling costs at most a constant for each layer`, () => {
    const table = record();
    const { work } = compile(table, 'trie');
    const layers = countLayers(table);
    assert.ok(work <= TOLERANCE * (BASE + PER_LAYER * layers), `${work} units for ${layers} layers`);
  });
}

test('tables in which routers are mounted often, or with many middlewares, are compiled and not scanned', () => {
  for (const { name, build, isCompiled } of WORST) {
    const { figures } = compile(tableOf(build(maglev as unknown as Maker, SIZE))!.record(), 'trie');
    if (isCompiled) assert.equal(figures.scanned, 0, name);
  }
});

/** The layers of all routers, each counted once. */
function countLayers(root: TableRecord): number {
  const tables = new Map([[root.owner, root]]);
  let count = 0;
  for (const { layers } of tables.values()) {
    count += layers.length;
    for (const { mount } of layers) if (mount !== null) tables.set(mount.owner, mount);
  }
  return count;
}
