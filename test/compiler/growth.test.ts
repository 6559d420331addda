import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAMILIES, type Maker } from '../../bench/growth/families.js';
import { ENTRY_COST, LIST_COST, NODE_COST } from '../../compiler/budget.js';
import { compile } from '../../compiler/compile.js';
import { SegmentFinder, type SegmentNode } from '../../compiler/finder.js';
import type { DispatchList } from '../../compiler/ir.js';
import type { Leaf, Program } from '../../compiler/program.js';
import type { LayerLike } from '../../src/contracts/layer.js';
import maglev5 from '../../src/index.js';
import { tableOf } from '../../src/registration/table.js';
import maglev4 from '../../src/v4.js';

const MAKERS = { 5: maglev5, 4: maglev4 } as unknown as Record<string, Maker>;
/** A little more than double, because lists get one link longer. */
const MAX_GROWTH = 2.3;
/** Families that would need quadratic memory. The budget limits them. */
const LIMITED = new Set(['paths that all overlap', 'arrays of paths']);
const SIZES = [1000, 2000, 4000, 8000];

for (const [line, maker] of Object.entries(MAKERS)) {
  for (const { name, build, target } of FAMILIES) {
    test(`${line}.x, ${name}: twice the size takes twice the work and memory`, () => {
      const costs = SIZES.map((size) => {
        const program = compile(tableOf(build(maker, size))!.record(), 'trie');
        if (program.figures.scanned === 0) assert.ok(isFound(program, target(size)), target(size));
        else assert.ok(LIMITED.has(name), `${program.figures.scanned} leaves are scanned`);
        return { work: program.work, memory: countSlots(program) };
      });
      for (let i = 1; i < costs.length; i++) {
        for (const cost of ['work', 'memory'] as const) {
          const growth = costs[i]![cost] / costs[i - 1]![cost];
          assert.ok(growth <= MAX_GROWTH, `${cost} at ${SIZES[i]}: ${growth.toFixed(2)} times`);
        }
      }
    });
  }
}

function isFound(program: Program<LayerLike>, path: string): boolean {
  const list = program.findListByPath('GET', path);
  return list !== null && [...list].length > 0;
}

/** The number of slots in the nodes and lists of a program. Shared ones count once. */
function countSlots(program: Program<LayerLike>): number {
  const known = new Set<object>();
  const open: DispatchList<LayerLike>[] = [];
  let slots = 0;
  for (const { finder, statics } of new Set(program.indexes().values())) {
    const nodes = finder instanceof SegmentFinder ? [finder.root] : [];
    for (const leaf of statics.values()) nodes.push({ leaf } as SegmentNode<Leaf<LayerLike>>);
    for (const node of nodes) {
      slots += NODE_COST;
      if (node.children) for (const [, child] of node.children()) nodes.push(child);
      for (const leaf of [node.leaf, node.wildLeaf]) if (leaf?.plain) open.push(leaf.plain, leaf.slashed!);
    }
  }
  const isNew = (object: object): boolean => !known.has(object) && Boolean(known.add(object));
  while (open.length > 0) {
    const list = open.pop()!;
    if (!isNew(list)) continue;
    slots += LIST_COST + (list.entries ?? list.parts)!.length;
    open.push(...(list.parts ?? []));
    for (const entry of list.entries ?? []) {
      if (!isNew(entry)) continue;
      slots += ENTRY_COST;
      if (entry.inner !== null) open.push(entry.inner.list);
    }
  }
  return slots;
}
