import { NEEDS_MATCH } from '../../../compiler/ir.js';
import type { IndexView, LayerView, LeafView, ProgramView } from '../../../compiler/view.js';
import type { LayerFacts } from './inspection.js';

export type Layer = LayerView & LayerFacts;
export type Program = ProgramView<LayerFacts>;

/** A layer at its place in the complete table: `3.0` is the first layer of the router mounted in the fourth. */
export interface Placed {
  readonly key: string;
  readonly layer: Layer;
  /** The number of routers that contain it. */
  readonly depth: number;
}

/** A layer in the dispatch list of a leaf. */
export interface LeafStep extends Placed {
  /** Whether it matches every path of the leaf. */
  readonly certain: boolean;
}

/** Routers that mount each other twice have two to the power of their depth: nobody reads that many rows. */
const MAX_PLACED = 100_000;

/** Every layer, mounted ones after their mount, in the order in which they are tried. */
export function allLayers(program: Program): Placed[] {
  return placedBelow(program, 0, '', 0);
}

/** The layers of a table, and of tables mounted in it; none is mounted in itself. */
function placedBelow(program: Program, root: number, rootPrefix: string, rootDepth: number): Placed[] {
  const placed: Placed[] = [];
  const open = [{ layers: program.tables[root]!.layers, prefix: rootPrefix, next: 0 }];
  while (open.length > 0) {
    const router = open.at(-1)!;
    const index = router.next++;
    const layer = router.layers[index];
    if (layer === undefined) {
      open.pop();
      continue;
    }
    const key = `${router.prefix}${index}`;
    placed.push({ key, layer, depth: rootDepth + open.length - 1 });
    if (layer.mount !== null && placed.length < MAX_PLACED) {
      open.push({ layers: program.tables[layer.mount]!.layers, prefix: `${key}.`, next: 0 });
    }
  }
  return placed;
}

/** The leaves of an index, the more specific ones first. */
export function* leavesOf({ nodes }: IndexView): Generator<LeafView> {
  const open = [{ node: nodes[0]!, next: 0 }];
  while (open.length > 0) {
    const visit = open.at(-1)!;
    const child = visit.node.children[visit.next++];
    if (child !== undefined) {
      open.push({ node: nodes[child]!, next: 0 });
      continue;
    }
    open.pop();
    if (visit.node.leaf) yield visit.node.leaf;
    if (visit.node.wild) yield visit.node.wild;
  }
}

/** The layers of a dispatch list, including those of nested lists. */
export function stepsOf(program: Program, list: number): LeafStep[] {
  const steps: LeafStep[] = [];
  const open = [{ list: program.lists[list]!, table: 0, prefix: '', certain: true, next: 0 }];
  while (open.length > 0) {
    const router = open.at(-1)!;
    const entry = router.list[router.next++];
    if (entry === undefined) {
      open.pop();
      continue;
    }
    const [index, certainty, inner] = entry;
    const layer = program.tables[router.table]!.layers[index]!;
    const key = `${router.prefix}${index}`;
    const certain = router.certain && certainty !== NEEDS_MATCH;
    steps.push({ key, layer, depth: open.length - 1, certain });
    if (layer.mount === null) continue;
    const prefix = `${key}.`;
    if (inner !== null) {
      open.push({ list: program.lists[inner]!, table: layer.mount, prefix, certain, next: 0 });
    } else {
      for (const one of placedBelow(program, layer.mount, prefix, open.length)) {
        steps.push({ ...one, certain: false });
      }
    }
  }
  return steps;
}
